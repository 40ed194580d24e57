import { lineType } from './line-type.ts'

/** The control record of the whole file (CI_DEP_CTL_ST). */
export const depositLine = lineType('DEP', [
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

/** The control record of one batch: the payments of a day with one tender type (CI_TNDR_CTL_ST). */
export const batchLine = lineType('TNDR', ['source', 'transmitId', 'batchId', 'status', 'payments', 'total'])

/** One payment (CI_PAY_TNDR_ST). */
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

/** One payment to be cancelled. */
export const cancellationLine = lineType('CAN', [
  'source',
  'transmitId',
  'receipt',
  'amount',
  'cancelDate',
  'accountId',
  'reason',
])
