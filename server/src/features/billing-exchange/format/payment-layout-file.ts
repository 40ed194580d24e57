import type { CalendarDate } from '@portal/contract/dates'
import { type Cents, cents, decimalCents, parseDecimalCents, sumCents } from '@portal/contract/money'
import {
  type LayoutValue,
  type PaymentField,
  type PaymentLayout,
  inForm,
  lineEnds,
  namedField,
} from '@portal/contract/payment-layout'

/** Something does not fit the layout of the profile: nothing is exported. */
export class UnfitPayment extends Error {}

/** What is the same for all payments of a file. */
export interface LayoutFile {
  number: number
  madeOn: CalendarDate
  /** Null where the file may have several. */
  payDate: CalendarDate | null
  method: string | null
  count: number
  /** Less what is negative. */
  sum: Cents
}

/** A line of the file; a refund is below zero. */
export interface LayoutPayment {
  accountId: string
  amount: Cents
  payDate: CalendarDate
  paymentNumber: number
  receipt: string
  method: string
}

type Facts = Partial<Record<LayoutValue, string>>

function factsOf({ header, trailer }: PaymentLayout, file: LayoutFile): Facts {
  const { number, madeOn, payDate, method, count, sum } = file
  return {
    number: String(number).padStart(10, '0'),
    madeOn,
    ...(payDate && { payDate }),
    ...(method !== null && { method }),
    count: String(count),
    sum: decimalCents(sum),
    lines: String(header.length + count + trailer.length),
  }
}

export function layoutFileName(layout: PaymentLayout, file: LayoutFile): string {
  const facts = factsOf(layout, file)
  const written = (_: string, value: LayoutValue, form?: string) => inForm(value, facts[value] ?? '', form)
  return layout.name.replaceAll(namedField, written)
}

/** Same payments, same bytes. @throws UnfitPayment naming what does not fit: it is never cut */
export function layoutFileText(layout: PaymentLayout, file: LayoutFile, payments: readonly LayoutPayment[]): string {
  const { header, payment, trailer, lineEnd } = layout
  const facts = factsOf(layout, file)
  const rows = payments.map((each, at) => {
    const { accountId: account, amount, payDate, paymentNumber, receipt, method } = each
    const own = { account, amount: decimalCents(amount), payDate, reference: String(paymentNumber), receipt, method }
    return lineOf(layout, payment, { ...facts, ...own, item: String(at + 1) })
  })
  const around = (lines: PaymentLayout['header']) => lines.map((line) => lineOf(layout, line, facts))
  return [...around(header), ...rows, ...around(trailer)].map((line) => `${line}${lineEnds[lineEnd]}`).join('')
}

function lineOf({ delimiter, width }: PaymentLayout, fields: readonly PaymentField[], facts: Facts): string {
  const isPadded = width !== undefined
  const written = fields.map((field) => ({ from: field.from ?? 1, text: fieldText(field, facts, isPadded, delimiter) }))
  if (delimiter !== undefined) return written.map(({ text }) => text).join(delimiter)
  return written
    .toSorted((one, other) => one.from - other.from)
    .reduce((line, { from, text }) => line.padEnd(from - 1) + text, '')
    .padEnd(width ?? 0)
}

function fieldText(field: PaymentField, facts: Facts, isPadded: boolean, delimiter?: string): string {
  const { value, form, width, fill, side = fill === '0' ? 'right' : 'left' } = field
  const plain = value === undefined ? (field.text ?? '') : inForm(value, facts[value] ?? '', form)
  const text = field.digitsOnly ? plain.replaceAll(/[-. ]/g, '') : plain
  const unfit = (why: string) =>
    new UnfitPayment(`Nothing was exported. ${inWords(value, plain, facts)} ${why} Change paymentFile in the profile.`)
  if (field.digitsOnly && !/^\d+$/.test(text)) throw unfit('has characters that are no digits.')
  if (!/^[ -~]*$/.test(text) || (delimiter !== undefined && text.includes(delimiter)))
    throw unfit('has a character that the file cannot have.')
  if (width === undefined) return text
  if (text.length > width) throw unfit(`has ${text.length} characters, and its field ${width}.`)
  if (fill === '0')
    return text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0')
  if (!isPadded && fill === undefined) return text
  return side === 'right' ? text.padStart(width) : text.padEnd(width)
}

function inWords(value: LayoutValue | undefined, text: string, { reference }: Facts): string {
  const name =
    { account: 'Account', reference: 'Reference', receipt: 'Receipt' }[String(value)] ?? `The field ${value}:`
  return `${name} ${text}${reference === undefined || value === 'reference' ? '' : ` of payment ${reference}`}`
}

/** Read again from what was written, as the billing system will. @throws Error when a total is wrong */
export function verifyLayoutFile(layout: PaymentLayout, text: string): { count: number; sum: Cents } {
  const { header, payment, trailer, lineEnd, width } = layout
  const lines = text.split(lineEnds[lineEnd])
  if (lines.pop() !== '') throw new Error('The payment file does not end with its line end')
  if (width !== undefined && lines.some((line) => line.length !== width))
    throw new Error(`The payment file has a line that is not ${width} characters long`)
  const last = lines.length - trailer.length
  const amounts = lines.slice(header.length, last).map((line) => amountIn(layout, line, payment, 'amount'))
  const read = { count: amounts.length, sum: sumCents(amounts) }
  const around = [
    ...header.map((fields, at) => ({ fields, line: lines[at] })),
    ...trailer.map((fields, at) => ({ fields, line: lines[last + at] })),
  ]
  for (const { fields, line = '' } of around) {
    const has = (value: LayoutValue) => fields.some((field) => field.value === value)
    if (has('sum') && amountIn(layout, line, fields, 'sum') !== read.sum)
      throw new Error('The sum in the payment file is wrong')
    if (has('count') && Number(rawIn(layout, line, fields, 'count').text) !== read.count)
      throw new Error('The count in the payment file is wrong')
  }
  return read
}

function rawIn({ delimiter }: PaymentLayout, line: string, fields: readonly PaymentField[], value: LayoutValue) {
  const at = fields.findIndex((field) => field.value === value)
  const field = fields[at]
  const from = (field?.from ?? 1) - 1
  const text = delimiter === undefined ? line.slice(from, from + (field?.width ?? 0)) : line.split(delimiter)[at]
  return { text: text ?? '', form: field?.form }
}

/** @throws Error when it is no amount */
function amountIn(layout: PaymentLayout, line: string, fields: readonly PaymentField[], value: LayoutValue): Cents {
  const { text, form } = rawIn(layout, line, fields, value)
  const digits = text.trim().replace(/^(-?)0+(?=\d)/, '$1')
  const amount = form === 'cents' && /^-?\d{1,15}$/.test(digits) ? cents(Number(digits)) : parseDecimalCents(digits)
  if (amount === null) throw new Error('The payment file has an amount that cannot be read')
  return amount
}
