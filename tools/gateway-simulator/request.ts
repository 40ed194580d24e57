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
