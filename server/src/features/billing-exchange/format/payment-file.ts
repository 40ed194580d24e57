import type { CalendarDate, Instant } from '@portal/contract/dates'
import { type Cents, cents, decimalCents, parseDecimalCents, sumCents } from '@portal/contract/money'
import { linesOfFile, lineType } from './lines.ts'

interface ExportedPayment {
  receipt: string
  accountId: string
  amount: Cents
  /** The tender type: CCV, CCM or CCD. */
  source: string
  method: string
  authorization: string
  payDate: CalendarDate
}

interface ExportedCancellation {
  receipt: string
  accountId: string
  amount: Cents
  cancelDate: CalendarDate
  reason: string
}

/** EXT_SOURCE_ID of every file. */
const externalSource = 'PORTAL'

/** Deposit, tender controls with tenders, cancellations (docs/extract-format.md). Same payments, same bytes. */
export function paymentFile(
  transmitId: string,
  transmittedAt: Instant,
  payments: readonly ExportedPayment[],
  cancellations: readonly ExportedCancellation[],
): string {
  const batches = Map.groupBy(payments, ({ payDate, source }) => `${payDate.replaceAll('-', '')}-${source}`)
  const lines = [
    depositLine.write({
      source: externalSource,
      transmitId,
      status: '20',
      madeAt: transmittedAt,
      currency: 'USD',
      batches: batches.size,
      payments: payments.length,
      total: totalOf(payments),
      cancellations: cancellations.length,
      cancelledTotal: totalOf(cancellations),
    }),
  ]
  for (const [batchId, inBatch] of [...batches].toSorted(([one], [other]) => one.localeCompare(other))) {
    const names = { source: externalSource, transmitId, batchId }
    const total = totalOf(inBatch)
    lines.push(batchLine.write({ ...names, status: '20', payments: inBatch.length, total }))
    for (const { amount, source, ...payment } of inBatch)
      lines.push(
        paymentLine.write({ ...payment, ...names, status: '10', amount: decimalCents(amount), tender: source }),
      )
  }
  for (const { amount, ...cancellation } of cancellations)
    lines.push(
      cancellationLine.write({ ...cancellation, source: externalSource, transmitId, amount: decimalCents(amount) }),
    )
  return `${lines.join('\n')}\n`
}

const totalOf = (entries: readonly { amount: Cents }[]): string =>
  decimalCents(sumCents(entries.map(({ amount }) => amount)))

export interface PaymentFileTotals {
  transmitId: string
  payments: number
  total: Cents
  cancellations: number
  cancelledTotal: Cents
}

/** As the billing system will. @throws Error naming the level whose control totals do not match */
export function verifyPaymentFile(text: string): PaymentFileTotals {
  const [first = '', ...below] = linesOfFile(text, 'payment file')
  const deposit = depositLine.read(first)
  if (!deposit) throw new Error('The payment file does not begin with a deposit control')
  const { batches, receipts, cancelled } = readLines(below)
  for (const { batchId, announced, amounts } of batches)
    if (amounts.length !== announced.payments || sumCents(amounts) !== announced.total)
      throw new Error(`The control totals of batch ${batchId} are wrong`)
  const amounts = batches.flatMap((batch) => batch.amounts)
  const total = sumCents(amounts)
  const isRight =
    batches.length === Number(deposit('batches')) &&
    amounts.length === Number(deposit('payments')) &&
    total === amountOf(deposit('total'))
  if (!isRight) throw new Error('The control totals of the deposit are wrong')
  const cancelledTotal = sumCents(cancelled)
  if (cancelled.length !== Number(deposit('cancellations')) || cancelledTotal !== amountOf(deposit('cancelledTotal')))
    throw new Error('The control totals of the cancellations are wrong')
  if (receipts.size !== amounts.length) throw new Error('The payment file has a receipt twice')
  const cancellations = cancelled.length
  return { transmitId: deposit('transmitId'), payments: amounts.length, total, cancellations, cancelledTotal }
}

interface Batch {
  batchId: string
  announced: { payments: number; total: Cents }
  amounts: Cents[]
}

/** @throws Error when a payment is not below its batch, or a line is of another type */
function readLines(lines: readonly string[]): { batches: Batch[]; receipts: Set<string>; cancelled: Cents[] } {
  const batches: Batch[] = []
  const receipts = new Set<string>()
  const cancelled: Cents[] = []
  for (const line of lines) {
    const batch = batchLine.read(line)
    const payment = paymentLine.read(line)
    const cancellation = cancellationLine.read(line)
    const open = batches.at(-1)
    if (batch) {
      const announced = { payments: Number(batch('payments')), total: amountOf(batch('total')) }
      batches.push({ batchId: batch('batchId'), announced, amounts: [] })
    } else if (payment && open?.batchId === payment('batchId')) {
      open.amounts.push(amountOf(payment('amount')))
      receipts.add(payment('receipt'))
    } else if (cancellation) cancelled.push(amountOf(cancellation('amount')))
    else throw new Error('The payment file has a line outside its batch')
  }
  return { batches, receipts, cancelled }
}

/** No amount becomes one that no sum equals. */
function amountOf(field: string): Cents {
  return parseDecimalCents(field) ?? cents(-1)
}

/** The whole file (CI_DEP_CTL_ST). */
const depositLine = lineType('DEP', [
  'source',
  'transmitId',
  'status',
  'madeAt',
  'currency',
  'batches',
  'payments',
  'total',
  'cancellations',
  'cancelledTotal',
])

/** The payments of a day with one tender type (CI_TNDR_CTL_ST). */
const batchLine = lineType('TNDR', ['source', 'transmitId', 'batchId', 'status', 'payments', 'total'])

/** CI_PAY_TNDR_ST */
export const paymentLine = lineType('PAY', [
  'source',
  'transmitId',
  'batchId',
  'receipt',
  'status',
  'amount',
  'payDate',
  'tender',
  'accountId',
  'method',
  'authorization',
])

export const cancellationLine = lineType('CAN', [
  'source',
  'transmitId',
  'receipt',
  'amount',
  'cancelDate',
  'accountId',
  'reason',
])
