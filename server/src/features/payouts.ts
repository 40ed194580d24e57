import { Readable } from 'node:stream'
import { dateIn } from '@portal/contract/dates'
import { cents, decimalCents } from '@portal/contract/money'
import { wholeReceipt } from '@portal/contract/payments'
import {
  type ListedPayout,
  type PayoutItem,
  exportPayouts,
  listPayouts,
  mostPayoutsExported,
  payoutColumns,
  payoutsPageSize,
  payoutStatuses,
  readPayout,
} from '@portal/contract/payouts'
import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { bankPaymentsOf } from '../adapters/payment-gateway/port.ts'
import type { Db } from '../database/connect.ts'
import type { Database } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { adminRoute, downloadRoute } from '../http/route.ts'
import { receiptTagOf } from '../payments/records/stored-checkout.ts'
import { refuse } from '../refusal.ts'

/** What reconciliation has read of the gateway's payouts, for finance. */
export function payoutsRoutes(
  app: FastifyInstance,
  { db, clock, profile, paymentGateway }: Pick<Deps, 'db' | 'clock' | 'profile' | 'paymentGateway'>,
): void {
  adminRoute(app, listPayouts, async ({ query }) => {
    const payouts = await selectPayouts(db, query.before ?? null, payoutsPageSize + 1)
    return { payouts: payouts.slice(0, payoutsPageSize), hasMore: payouts.length > payoutsPageSize }
  })
  adminRoute(app, readPayout, async ({ params, query }) => {
    const [payout] = await selectOne(db, params.id)
    if (!payout) throw refuse(readPayout, 'payout-not-found')
    const items = await selectItems(db, params.id, query.after ?? 0)
    return { payout, items: items.slice(0, payoutsPageSize), hasMore: items.length > payoutsPageSize }
  })
  downloadRoute(app, exportPayouts, async () => {
    const today = dateIn(profile.timeZone, clock.now())
    const hasReturns = bankPaymentsOf(profile, paymentGateway) !== null
    const lines = (await selectPayouts(db, null, mostPayoutsExported)).map((payout) => lineOf(payout, hasReturns))
    const { returns: _, ...names } = payoutColumns
    const heading = Object.values(hasReturns ? payoutColumns : names).join(',')
    const content = Readable.from([`${byteOrderMark}${[heading, ...lines].join('\n')}\n`])
    return { fileName: `${profile.division}-Payouts-${today}.csv`, content }
  })
}

/** Without it, a spreadsheet takes the file for one in the machine's old encoding. */
const byteOrderMark = '\uFEFF'

const columns = [
  'id',
  'payout_id',
  'arrives_on',
  'status',
  'amount_cents',
  'charge_count',
  'charge_cents',
  'fee_cents',
  'refund_cents',
  'dispute_cents',
  'return_cents',
  'other_cents',
] as const

/** The newest first. */
async function selectPayouts(db: Db, before: number | null, most: number): Promise<ListedPayout[]> {
  const rows = await db
    .selectFrom('payout')
    .select(columns)
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(arrives_on, id) < (select arrives_on, id from payout where id = ${before})`),
    )
    .orderBy('arrives_on', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(listed)
}

async function selectOne(db: Db, id: number): Promise<ListedPayout[]> {
  return (await db.selectFrom('payout').select(columns).where('id', '=', id).execute()).map(listed)
}

/** As the gateway lists them, each with the payment whose charge it is, or is about. */
async function selectItems(db: Db, payout: number, after: number): Promise<PayoutItem[]> {
  const rows = await db
    .selectFrom('payout_item as item')
    .innerJoin('payout', 'payout.id', 'item.payout_id')
    .leftJoin('charge_attempt as charge', (join) =>
      join.onRef('charge.transaction_tag', '=', 'item.tag').onRef('charge.gateway', '=', 'payout.gateway'),
    )
    .select(['item.id', 'item.item_id', 'item.kind', 'item.amount_cents', 'item.fee_cents', 'item.tag'])
    .select(['charge.checkout_id', 'charge.short_number'])
    .where('item.payout_id', '=', payout)
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(payoutsPageSize + 1)
    .execute()
  return rows.map(({ id, kind, checkout_id: paymentId, short_number: shortNumber, tag, ...row }) => ({
    id,
    itemId: row.item_id,
    kind,
    amount: decimalCents(row.amount_cents),
    fee: decimalCents(row.fee_cents),
    net: decimalCents(cents(row.amount_cents + row.fee_cents)),
    payment:
      paymentId === null || tag === null
        ? null
        : { id: paymentId, receipt: wholeReceipt(receiptTagOf({ shortNumber }, tag)) },
  }))
}

/** Dates and amounts as spreadsheets read them. The gateway's id is the only text that is not ours. */
function lineOf({ arrivesOn, payoutId, status, amount, parts }: ListedPayout, hasReturns: boolean): string {
  const id = `"${payoutId.replaceAll(/[^\w-]/g, ' ')}"`
  const { charges, gross, fees, refunds, disputes, returns, other } = parts ?? noParts
  const lessens = [refunds, disputes, ...(hasReturns ? [returns] : [])]
  return [arrivesOn, id, payoutStatuses[status], charges, gross, fees, ...lessens, other, amount].join(',')
}

const noParts = { charges: '', gross: '', fees: '', refunds: '', disputes: '', returns: '', other: '' } as const

function listed(row: Pick<Selectable<Database['payout']>, (typeof columns)[number]>): ListedPayout {
  const { charge_count, charge_cents, fee_cents, refund_cents, dispute_cents, return_cents, other_cents } = row
  const isItemized =
    charge_count !== null &&
    charge_cents !== null &&
    fee_cents !== null &&
    refund_cents !== null &&
    dispute_cents !== null &&
    other_cents !== null
  return {
    id: row.id,
    payoutId: row.payout_id,
    arrivesOn: row.arrives_on,
    status: row.status,
    amount: decimalCents(row.amount_cents),
    parts: isItemized
      ? {
          charges: charge_count,
          gross: decimalCents(charge_cents),
          fees: decimalCents(fee_cents),
          refunds: decimalCents(refund_cents),
          disputes: decimalCents(dispute_cents),
          returns: decimalCents(return_cents),
          other: decimalCents(other_cents),
        }
      : null,
  }
}
