import type { TransactionRequest } from './request.ts'
import type { TransactionType } from './transaction-types.ts'

interface FieldRule {
  code: string
  /** The transactions to which the rule applies; all when left out. */
  of?: (type: TransactionType) => boolean
  holds: (request: TransactionRequest, now: number) => boolean
}

const withCard = ({ isTagged }: TransactionType): boolean => !isTagged
const withTag = ({ isTagged }: TransactionType): boolean => isTagged
const withAuthorization = ({ kind, isTagged }: TransactionType): boolean => isTagged || kind === 'void'

/**
 * The rules, in the order in which they are checked, each with the EXact code of its violation
 * (tools/gateway-simulator/README.md).
 */
const fieldRules: readonly FieldRule[] = [
  { code: '26', holds: ({ DollarAmount }) => /^\d{1,7}(\.\d{1,2})?$/.test(DollarAmount) && Number(DollarAmount) > 0 },
  {
    code: '22',
    of: withCard,
    holds: ({ Card_Number }) => /^\d{12,19}$/.test(Card_Number) && passesLuhn(Card_Number),
  },
  { code: '25', of: withCard, holds: ({ Expiry_Date }, now) => isExpiryGood(Expiry_Date, now) },
  { code: '27', of: withCard, holds: ({ CardHoldersName: name }) => name !== '' && name.length <= 30 },
  { code: '69', of: withTag, holds: ({ Transaction_Tag }) => /^\d{1,10}$/.test(Transaction_Tag) },
  {
    code: '28',
    of: withAuthorization,
    holds: ({ Authorization_Num }) => /^[A-Za-z0-9]{1,8}$/.test(Authorization_Num),
  },
  { code: '31', holds: ({ CVDCode }) => /^(\d{3,4})?$/.test(CVDCode) },
  { code: '58', holds: ({ VerificationStr1, ZipCode }) => VerificationStr1.length <= 41 && ZipCode.length <= 10 },
  { code: '57', holds: ({ Reference_No }) => /^[ -~]{0,20}$/.test(Reference_No) },
  { code: '60', holds: ({ Customer_Ref }) => /^[ -~]{0,20}$/.test(Customer_Ref) },
  // Codes of a fixed width: the real gateway takes `1` for neither `01` nor anything else.
  { code: '67', of: withCard, holds: ({ Ecommerce_Flag }) => /^(\d{2})?$/.test(Ecommerce_Flag) },
  { code: '67', of: withCard, holds: ({ CVD_Presence_Ind }) => /^\d?$/.test(CVD_Presence_Ind) },
  { code: '67', holds: ({ Currency }) => /^[A-Z]{3}$/.test(Currency) },
]

/** The EXact code of the first field that is wrong, or null. */
export function wrongField(request: TransactionRequest, type: TransactionType, now: number): string | null {
  const wrong = fieldRules.find(({ of, holds }) => (of?.(type) ?? true) && !holds(request, now))
  return wrong?.code ?? null
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A card is good until the end of its month. */
function isExpiryGood(expiry: string, now: number): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiry) ?? []
  return month !== undefined && Date.UTC(2000 + Number(year), Number(month), 1) > now
}
