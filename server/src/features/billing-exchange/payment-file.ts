import type { CalendarDate, Instant } from '@portal/contract/dates'
import { cents, type Cents, decimalCents, parseDecimalCents, sumCents } from '@portal/contract/money'
import { extractLine, unescapeField } from './extract-line.ts'

/** One payment as the billing system is to book it. */
export interface ExportedPayment {
  receipt: string
  accountId: string
  amount: Cents
  /** The tender type: CCV, CCM or CCD. */
  source: string
  method: string
  authorization: string
  payDate: CalendarDate
}

/** One payment that the billing system is to cancel again. */
export interface ExportedCancellation {
  receipt: string
  accountId: string
  amount: Cents
  cancelDate: CalendarDate
  reason: string
}

/** What a payment file says it holds. */
export interface PaymentFileTotals {
  transmitId: string
  payments: number
  total: Cents
  cancellations: number
  cancelledTotal: Cents
}

/** EXT_SOURCE_ID of every file. */
const externalSource = 'PORTAL'

/**
 * The payment upload file (docs/extract-format.md): one deposit control (CI_DEP_CTL_ST) over tender controls
 * (CI_TNDR_CTL_ST), one per tender type and day, over payment tenders (CI_PAY_TNDR_ST); each level says how many the
 * next one has and their sum. After them come the payments to be cancelled again, counted and summed in the deposit
 * control. The same payments always give the same bytes.
 */
export function paymentFile(
  transmitId: string,
  transmittedAt: Instant,
  payments: readonly ExportedPayment[],
  cancellations: readonly ExportedCancellation[],
): string {
  const batches = Map.groupBy(payments, (payment) => `${payment.payDate.replaceAll('-', '')}-${payment.source}`)
  const total = decimalCents(sumCents(payments.map((payment) => payment.amount)))
  const cancelled = [cancellations.length, decimalCents(sumCents(cancellations.map(({ amount }) => amount)))]
  const control = [externalSource, transmitId, '20', transmittedAt, 'USD', batches.size, payments.length, total]
  const lines = [extractLine('DEP', [...control, ...cancelled])]
  for (const [batchId, inBatch] of [...batches].toSorted(([one], [other]) => one.localeCompare(other))) {
    const batchTotal = decimalCents(sumCents(inBatch.map((payment) => payment.amount)))
    lines.push(extractLine('TNDR', [externalSource, transmitId, batchId, '20', inBatch.length, batchTotal]))
    for (const payment of inBatch) lines.push(paymentLine(transmitId, batchId, payment))
  }
  for (const { receipt, accountId, amount, cancelDate, reason } of cancellations) {
    const names = [externalSource, transmitId, receipt]
    lines.push(extractLine('CAN', [...names, decimalCents(amount), cancelDate, accountId, reason]))
  }
  return `${lines.join('\n')}\n`
}

function paymentLine(transmitId: string, batchId: string, payment: ExportedPayment): string {
  const { receipt, accountId, amount, payDate, source, method, authorization } = payment
  const names = [externalSource, transmitId, batchId, receipt, '10']
  return extractLine('PAY', [...names, decimalCents(amount), payDate, source, accountId, method, authorization])
}

/**
 * Adds a payment file up again, level by level, as the billing system will.
 * @throws Error naming the level whose control totals are not what stands below it.
 */
export function verifyPaymentFile(text: string): PaymentFileTotals {
  const lines = text.split('\n').map((line) => line.split('|').map(unescapeField))
  if (lines.pop()?.join('') !== '') throw new Error('The payment file does not end with a newline')
  const [deposit = [], ...below] = lines
  if (deposit[0] !== 'DEP') throw new Error('The payment file does not begin with a deposit control')
  const batches: { name: string; announced: number; announcedTotal: Cents; amounts: Cents[] }[] = []
  const receipts = new Set<string>()
  const cancelled: Cents[] = []
  for (const fields of below) {
    if (fields[0] === 'TNDR')
      batches.push({
        name: fields[3] ?? '',
        announced: Number(fields[5]),
        announcedTotal: amountOf(fields[6]),
        amounts: [],
      })
    else if (fields[0] === 'PAY' && batches.at(-1)?.name === fields[3]) {
      batches.at(-1)?.amounts.push(amountOf(fields[6]))
      receipts.add(fields[4] ?? '')
    } else if (fields[0] === 'CAN') cancelled.push(amountOf(fields[4]))
    else throw new Error('The payment file has a line outside its batch')
  }
  for (const batch of batches)
    if (batch.amounts.length !== batch.announced || sumCents(batch.amounts) !== batch.announcedTotal)
      throw new Error(`The control totals of batch ${batch.name} are wrong`)
  const amounts = batches.flatMap((batch) => batch.amounts)
  const said = { batches: Number(deposit[6]), payments: Number(deposit[7]), total: amountOf(deposit[8]) }
  if (batches.length !== said.batches || amounts.length !== said.payments || sumCents(amounts) !== said.total)
    throw new Error('The control totals of the deposit are wrong')
  const cancelledTotal = sumCents(cancelled)
  if (cancelled.length !== Number(deposit[9]) || cancelledTotal !== amountOf(deposit[10]))
    throw new Error('The control totals of the cancellations are wrong')
  if (receipts.size !== amounts.length) throw new Error('The payment file has a receipt twice')
  const payments = { payments: amounts.length, total: said.total }
  return { transmitId: deposit[2] ?? '', ...payments, cancellations: cancelled.length, cancelledTotal }
}

function amountOf(field: string | undefined): Cents {
  return parseDecimalCents(field ?? '') ?? cents(-1)
}
