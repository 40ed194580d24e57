import { EntityDecoder } from '@nodable/entities'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'

const text = z.string().default('')
const Request = z.object({
  Transaction: z.object({
    ExactID: text,
    Password: text,
    Transaction_Type: text,
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

/** A purchase as it came over the wire: every field is text, `''` when it is missing. */
export type Purchase = z.infer<typeof Request>['Transaction']

const parser = new XMLParser({
  ignoreDeclaration: true,
  parseTagValue: false,
  jPath: false,
  entityDecoder: new EntityDecoder({ numericAllowed: true }),
})

/** Reads the XML of a transaction; null when it is not one. */
export function readPurchase(body: Buffer): Purchase | null {
  const source = body.toString('utf8')
  if (source.includes('<!')) return null
  try {
    const parsed = Request.safeParse(parser.parse(source))
    return parsed.success ? parsed.data.Transaction : null
  } catch {
    return null
  }
}

/** The EXact code of the first field that is wrong, or null. */
export function wrongField(purchase: Purchase, now: number): string | null {
  const wrong = fieldRules.find((rule) => !rule.holds(purchase, now))
  return wrong?.code ?? null
}

/** What has to hold, in the order it is checked, and the EXact code otherwise (research: payments §1.5). */
const fieldRules: readonly { code: string; holds: (purchase: Purchase, now: number) => boolean }[] = [
  { code: '32', holds: ({ Transaction_Type }) => Transaction_Type === '00' },
  { code: '26', holds: ({ DollarAmount }) => /^\d{1,7}(\.\d{1,2})?$/.test(DollarAmount) && Number(DollarAmount) > 0 },
  { code: '22', holds: ({ Card_Number }) => /^\d{12,19}$/.test(Card_Number) && passesLuhn(Card_Number) },
  { code: '25', holds: ({ Expiry_Date }, now) => isExpiryGood(Expiry_Date, now) },
  { code: '27', holds: ({ CardHoldersName }) => CardHoldersName !== '' && CardHoldersName.length <= 30 },
  { code: '31', holds: ({ CVDCode }) => /^(\d{3,4})?$/.test(CVDCode) },
  { code: '58', holds: ({ VerificationStr1, ZipCode }) => VerificationStr1.length <= 41 && ZipCode.length <= 10 },
  { code: '57', holds: ({ Reference_No }) => /^[ -~]{0,20}$/.test(Reference_No) },
  { code: '60', holds: ({ Customer_Ref }) => /^[ -~]{0,20}$/.test(Customer_Ref) },
]

function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Good until the end of its month. */
function isExpiryGood(expiry: string, now: number): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiry) ?? []
  return month !== undefined && Date.UTC(2000 + Number(year), Number(month), 1) > now
}

/** `120.50` → 12050. Only for an amount the field rules let through. */
export function amountInCents(purchase: Purchase): number {
  const [whole, fraction = ''] = purchase.DollarAmount.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
