import type { CalendarDate, Instant } from '@portal/contract/dates'
import { type Cents, decimalCents, sumCents } from '@portal/contract/money'
import { batchLine, cancellationLine, depositLine, paymentLine } from './payment-file-lines.ts'

/** One payment as the billing system should book it. */
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

/** One payment that the billing system should cancel. */
interface ExportedCancellation {
  receipt: string
  accountId: string
  amount: Cents
  cancelDate: CalendarDate
  reason: string
}

/** EXT_SOURCE_ID of every file. */
const externalSource = 'PORTAL'

/**
 * The payment file (docs/extract-format.md): one deposit control (CI_DEP_CTL_ST), then tender controls
 * (CI_TNDR_CTL_ST), one for each tender type and day, each followed by its payment tenders (CI_PAY_TNDR_ST). Deposit
 * and tender control count and sum what they contain. The payments to be cancelled come last, counted and summed in the
 * deposit control. The same payments always give the same bytes.
 */
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
