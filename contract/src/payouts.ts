import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate } from './dates.ts'
import { RowId } from './ids.ts'
import { DecimalAmount } from './money.ts'

export const payoutsTexts = {
  lead: 'What the gateway paid to the bank, and what it kept. Reconciliation reads payouts every night. Discrepancies are listed under Exceptions.',
  exportCsv: 'Export CSV',
  back: 'Back to payouts',
  items: 'Items',
  payment: 'Payment',
} as const

/** Columns of the file, in their order; the list shows the charges with the status. Returns: where bank accounts pay. */
export const payoutColumns = {
  arrivesOn: 'Arrival date',
  payoutId: 'Payout',
  status: 'Status',
  charges: 'Charges',
  gross: 'Gross',
  fees: 'Fees',
  refunds: 'Refunds',
  disputes: 'Disputes',
  returns: 'Returns',
  other: 'Other',
  amount: 'Paid to bank',
} as const

/** `failed`: the bank refused or returned it. `unknown`: the gateway says something that we do not know. */
export const payoutStatuses = {
  pending: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  unknown: 'Unknown',
} as const
export type PayoutStatus = keyof typeof payoutStatuses

const PayoutStatus = z.enum(Object.keys(payoutStatuses).filter(isStatus))

function isStatus(name: string): name is PayoutStatus {
  return Object.hasOwn(payoutStatuses, name)
}

export const payoutsPageSize = 30

/** One transfer to the bank. Gross, less fees, with refunds, disputes, returns and other, is what was paid. */
export const ListedPayout = z.object({
  id: z.number().int(),
  /** The gateway's. */
  payoutId: z.string(),
  arrivesOn: CalendarDate,
  status: PayoutStatus,
  amount: DecimalAmount,
  /** What lowers the payout is negative. Null until the gateway says what is in it. */
  parts: z
    .object({
      charges: z.number().int(),
      gross: DecimalAmount,
      fees: DecimalAmount,
      refunds: DecimalAmount,
      disputes: DecimalAmount,
      returns: DecimalAmount,
      other: DecimalAmount,
    })
    .nullable(),
})
export type ListedPayout = z.infer<typeof ListedPayout>

/** What an item of a payout is. */
export const payoutItemKinds = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  return: 'Return',
  fee: 'Fee',
  other: 'Other',
} as const
export type PayoutItemKind = keyof typeof payoutItemKinds

const PayoutItemKind = z.enum(
  Object.keys(payoutItemKinds).filter((name): name is PayoutItemKind => Object.hasOwn(payoutItemKinds, name)),
)

/** A balance transaction of the gateway. What lowers the payout is negative, and so are fees. */
export const PayoutItem = z.object({
  id: z.number().int(),
  /** The gateway's. */
  itemId: z.string(),
  kind: PayoutItemKind,
  amount: DecimalAmount,
  fee: DecimalAmount,
  net: DecimalAmount,
  /** The payment that it is, or is about; null when the portal has none. */
  payment: z.object({ id: z.number().int(), receipt: z.string() }).nullable(),
})
export type PayoutItem = z.infer<typeof PayoutItem>

export const readPayout = call({
  method: 'GET',
  path: '/api/v1/payouts/:id',
  group: 'admin',
  summary: 'A payout and what is in it, a page at a time (docs/payments.md)',
  access: { admin: exceptionLevels },
  params: z.object({ id: RowId }),
  query: z.object({ after: RowId.optional() }),
  reply: z.object({ payout: ListedPayout, items: z.array(PayoutItem), hasMore: z.boolean() }),
  problems: { 'payout-not-found': { status: 404, title: 'Payout not found.' } },
})

export const listPayouts = call({
  method: 'GET',
  path: '/api/v1/payouts',
  group: 'admin',
  summary: 'What the gateway paid to the bank, newest first (docs/payments.md)',
  access: { admin: exceptionLevels },
  query: z.object({ before: RowId.optional() }),
  reply: z.object({ payouts: z.array(ListedPayout), hasMore: z.boolean() }),
  problems: {},
})

/** In one file: years of daily payouts. */
export const mostPayoutsExported = 5_000

/** The same as a file, newest first. */
export const exportPayouts = call({
  method: 'GET',
  path: '/api/v1/payouts.csv',
  group: 'admin',
  summary: 'What the gateway paid to the bank as a CSV file (docs/payments.md)',
  access: { admin: exceptionLevels },
  download: 'text/csv',
  reply: z.string(),
  problems: {},
})
