import { type Cents, cents, parseDecimalCents, sumCents } from '@portal/contract/money'
import { linesOfFile } from './line-type.ts'
import { batchLine, cancellationLine, depositLine, paymentLine } from './payment-file-lines.ts'

/** The totals that a payment file announces. */
export interface PaymentFileTotals {
  transmitId: string
  payments: number
  total: Cents
  cancellations: number
  cancelledTotal: Cents
}

/**
 * Adds up a payment file, level by level, as the billing system will.
 * @throws Error naming the level whose control totals do not match the lines below it.
 */
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

/** @throws Error when a payment is not below its batch, or a line is of another type. */
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

/** A text that is not an amount becomes an amount that no sum equals. */
function amountOf(field: string): Cents {
  return parseDecimalCents(field) ?? cents(-1)
}
