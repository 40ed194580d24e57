import { SaxesParser } from 'saxes'
import { z } from 'zod'

const text = z.string().default('')
const Request = z.object({
  Transaction: z.object({
    ExactID: text,
    Password: text,
    Transaction_Type: text,
    Transaction_Tag: text,
    Authorization_Num: text,
    DollarAmount: text,
    Currency: z.string().default('USD'),
    Card_Number: text,
    Expiry_Date: text,
    CardHoldersName: text,
    CardType: text,
    Ecommerce_Flag: text,
    CVD_Presence_Ind: text,
    CVDCode: text,
    VerificationStr1: text,
    Address: z.union([z.literal(''), z.object({ Address1: text, Zip: text })]).optional(),
    ZipCode: text,
    Reference_No: text,
    Customer_Ref: text,
    Reference_3: text,
    Client_IP: text,
    Client_Email: text,
  }),
})

/** A transaction as it came over the wire. Every field is text, `''` when it is missing. */
export type TransactionRequest = z.infer<typeof Request>['Transaction']

/** Reads the XML of a transaction; null when it is not one. */
export function readRequest(body: Buffer): TransactionRequest | null {
  const source = body.toString('utf8')
  if (source.includes('<!')) return null
  try {
    const parsed = Request.safeParse(elementsOf(source))
    return parsed.success ? parsed.data.Transaction : null
  } catch {
    return null
  }
}

/** An element with child elements is an object of them; any other is its text. */
type Element = string | { [name: string]: Element }

/** @throws Error when it is not well-formed XML, or when an element occurs twice. */
function elementsOf(source: string): Element {
  const open: { elements: Map<string, Element>; text: string }[] = [{ elements: new Map(), text: '' }]
  const parser = new SaxesParser()
  parser.on('opentag', () => open.push({ elements: new Map(), text: '' }))
  parser.on('text', (part) => {
    const element = open.at(-1)
    if (element) element.text += part
  })
  parser.on('closetag', ({ name }) => {
    const [closed, parent] = [open.pop(), open.at(-1)]
    if (!closed || !parent || parent.elements.has(name)) throw new Error(`${name} comes twice`)
    parent.elements.set(name, closed.elements.size > 0 ? Object.fromEntries(closed.elements) : closed.text.trim())
  })
  parser.write(source).close()
  return Object.fromEntries(open[0]?.elements ?? [])
}

/** `120.50` → 12050. Only for an amount that has passed the field rules. */
export function amountInCents(request: TransactionRequest): number {
  const [whole, fraction = ''] = request.DollarAmount.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

interface FieldRule {
  code: string
  /** The transactions to which the rule applies; all when left out. */
  of?: (type: TransactionType) => boolean
  holds: (request: TransactionRequest, now: number) => boolean
}

const withCard = ({ isTagged }: TransactionType): boolean => !isTagged
const withTag = ({ isTagged }: TransactionType): boolean => isTagged
const withAuthorization = ({ kind, isTagged }: TransactionType): boolean => isTagged || kind === 'void'

/** In the order in which they are checked, each with the EXact code of its violation. */
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

type TransactionKind = 'purchase' | 'void' | 'refund'

export interface TransactionType {
  kind: TransactionKind
  /** Whether it names an earlier transaction by its tag instead of a card. */
  isTagged: boolean
}

const types: Readonly<Record<string, TransactionType>> = {
  '00': { kind: 'purchase', isTagged: false },
  '04': { kind: 'refund', isTagged: false },
  '13': { kind: 'void', isTagged: false },
  '33': { kind: 'void', isTagged: true },
  '34': { kind: 'refund', isTagged: true },
}

/** The type of a wire code, or null for one that is not simulated. */
export function transactionType(code: string): TransactionType | null {
  return Object.hasOwn(types, code) ? (types[code] ?? null) : null
}
