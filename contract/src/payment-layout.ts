import { z } from 'zod'
import { sourceCodeOf } from './card.ts'

/** What the fields of a payment file may hold, and how each is written. */
const kindOf = {
  account: 'text',
  amount: 'amount',
  payDate: 'date',
  reference: 'text',
  receipt: 'text',
  method: 'text',
  item: 'text',
  number: 'text',
  madeOn: 'date',
  count: 'text',
  sum: 'amount',
  lines: 'text',
} as const
export type LayoutValue = keyof typeof kindOf
const layoutValues = Object.keys(kindOf).filter((name): name is LayoutValue => Object.hasOwn(kindOf, name))

/** Of one payment. The others are of the whole file. */
const ofPayment: readonly LayoutValue[] = ['account', 'amount', 'payDate', 'reference', 'receipt', 'method', 'item']
/** Of the whole file, too, where it has only one. */
const oneOf = ['payDate', 'method'] as const

/** What every system reads, and no encoding changes. */
const Plain = z.string().regex(/^[ -~]*$/, 'only plain characters')

const PaymentField = z.strictObject({
  value: z.enum(layoutValues).optional(),
  text: Plain.optional(),
  form: z.string().optional(),
  from: z.int().min(1).optional(),
  width: z.int().min(1).max(200).optional(),
  fill: z.enum(['0', ' ']).optional(),
  side: z.enum(['left', 'right']).optional(),
  digitsOnly: z.boolean().optional(),
})
export type PaymentField = z.infer<typeof PaymentField>
const Line = z.array(PaymentField).min(1)
/** May be in the name of a file. */
const MethodName = z
  .string()
  .regex(/^[\w-]{1,20}$/, 'up to 20 letters, digits and dashes')
  .optional()
const { Visa, Mastercard, Discover, 'American Express': AmericanExpress } = sourceCodeOf

/** How the billing system takes payments (docs/payment-files.md). Kept with each file that was written in it. */
export const PaymentLayout = z
  .strictObject({
    name: z
      .string()
      .regex(/^(?:[\w.-]|\{\w+(?::[\w.-]+)?\})+$/, 'letters, digits, dots, dashes and fields in braces')
      .describe('of the file, such as `pay-{number}-{count}-{sum}.csv`'),
    onePer: z.array(z.enum(oneOf)).default([]).describe('a file for each `payDate`, each `method`, or both'),
    delimiter: z
      .string()
      .regex(/^[,;|\t]$/, 'a comma, semicolon, bar or tab')
      .optional()
      .describe('between fields: a comma, semicolon, bar or tab'),
    width: z.int().min(1).max(2000).optional().describe('of a line, instead of a delimiter'),
    lineEnd: z.enum(['CRLF', 'LF']).default('CRLF').describe('of every line, the last one too'),
    header: z.array(Line).default([]).describe('lines before the payments, each a list of fields'),
    payment: Line.describe('the fields of a payment'),
    trailer: z.array(Line).default([]).describe('lines after the payments'),
    negative: z
      .boolean()
      .default(false)
      .describe('whether a refund is a payment below zero; staff reverse it by hand otherwise'),
    methods: z
      .strictObject({
        [Visa]: MethodName,
        [Mastercard]: MethodName,
        [Discover]: MethodName,
        [AmericanExpress]: MethodName,
        bank: MethodName,
      })
      .prefault({})
      .describe(
        'what the billing system calls the tender types `CCV`, `CCM`, `CCD`, `CCA` and those of a `bank` account',
      ),
  })
  .superRefine((layout, check) => {
    const wrong = (path: PropertyKey[], message: string) => check.addIssue({ code: 'custom', path, message })
    if ((layout.delimiter === undefined) === (layout.width === undefined)) {
      wrong([], 'needs either a delimiter or a width')
      return
    }
    for (const fault of nameFaults(layout)) wrong(['name'], fault)
    const lines = [
      ...layout.header.map((line, at) => ({ path: ['header', at], line, isPayment: false })),
      { path: ['payment'], line: layout.payment, isPayment: true },
      ...layout.trailer.map((line, at) => ({ path: ['trailer', at], line, isPayment: false })),
    ]
    for (const { path, line, isPayment } of lines) {
      for (const [at, field] of line.entries())
        for (const fault of fieldFaults(layout, field, line.slice(0, at), isPayment)) wrong([...path, at], fault)
    }
    const has = (needed: LayoutValue) => layout.payment.some(({ value }) => value === needed)
    if (!has('account') || !has('amount')) wrong(['payment'], 'needs an account and an amount')
  })
export type PaymentLayout = z.infer<typeof PaymentLayout>

/** What stands at the end of a line. */
export const lineEnds = { CRLF: '\r\n', LF: '\n' } as const

/** A part of a name in braces: a value, and its form. */
export const namedField = /\{(\w+)(?::([\w.-]+))?\}/g

function* nameFaults(layout: Pick<PaymentLayout, 'name' | 'onePer'>): Generator<string> {
  const named = [...layout.name.matchAll(namedField)].map(([, value = '', form]) => ({ value, form }))
  if (!named.some(({ value }) => value === 'number')) yield 'needs {number}, or files would replace each other'
  for (const { value, form } of named) {
    const known = layoutValues.find((each) => each === value)
    const fault = known ? valueFault(layout, known, form, false) : 'unknown, see docs/payment-files.md'
    if (fault !== null) yield `{${value}}: ${fault}`
  }
}

type Shape = Pick<PaymentLayout, 'onePer' | 'delimiter' | 'width'>

function* fieldFaults(
  layout: Shape,
  field: PaymentField,
  before: readonly PaymentField[],
  isPayment: boolean,
): Generator<string> {
  const { value, text, form, from, width, fill, side, digitsOnly } = field
  if ((value === undefined) === (text === undefined)) yield 'needs either a value or a text'
  const fault = value === undefined ? null : valueFault(layout, value, form, isPayment)
  if (fault !== null) yield fault
  if (value === undefined && form !== undefined) yield 'a text has no form'
  if (text !== undefined && width !== undefined && text.length > width) yield 'the text is longer than its field'
  if (fill === '0' && side === 'left') yield 'zeros after a value would change it'
  if (digitsOnly === true && value !== 'account' && value !== 'receipt') yield 'digitsOnly is for account and receipt'
  if (layout.width === undefined) {
    if (from !== undefined) yield 'from is for files of a width'
    if (width === undefined && (fill ?? side) !== undefined) yield 'what is filled up needs a width'
    if (layout.delimiter !== undefined && text?.includes(layout.delimiter)) yield 'the text has the delimiter in it'
  } else if (from === undefined || width === undefined) yield 'needs from and width'
  else if (from + width - 1 > layout.width) yield 'ends after the last column'
  else if (before.some((other) => (other.from ?? 0) < from + width && from < (other.from ?? 0) + (other.width ?? 0)))
    yield 'overlaps another field'
}

/** What is wrong with having this value there, or with how it is written; null: nothing. */
function valueFault(
  { onePer }: Pick<PaymentLayout, 'onePer'>,
  value: LayoutValue,
  form: string | undefined,
  isPayment: boolean,
): string | null {
  const isOfFile = !ofPayment.includes(value) || onePer.some((each) => each === value)
  if (!isPayment && !isOfFile)
    return oneOf.some((each) => each === value) ? 'needs onePer with it' : 'only for payments'
  if (form === undefined || formsOf[kindOf[value]].test(form)) return null
  return 'not in this form'
}

/** `MMDDYY`, `YYYY-MM-DD` and the like have one of each part; the year may be left out. */
const formsOf = {
  text: /^(?!)/,
  amount: /^(?:0\.00|cents)$/,
  date: /^(?=.*MM)(?=.*DD)(?!.*MM.*MM)(?!.*DD.*DD)(?:(?:YYYY|YY|MM|DD)[-/.]?){2,3}(?<=[A-Z])$/,
} as const satisfies Record<(typeof kindOf)[LayoutValue], RegExp>

/** Dates are `YYYY-MM-DD` and amounts dollars unless the field says otherwise; the rest stays as it is. */
export function inForm(value: LayoutValue, plain: string, form?: string): string {
  if (form === undefined) return plain
  if (kindOf[value] === 'amount')
    return form === 'cents' ? plain.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1') : plain
  const [year = '', month = '', day = ''] = plain.split('-')
  return form.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', day)
}
