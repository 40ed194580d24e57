import { decimalCents } from '@portal/contract/money'
import { type ListedPayout, listPayouts, payoutsPageSize } from '@portal/contract/payouts'
import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Database } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { adminRoute } from '../http/route.ts'

/** What reconciliation has read of the gateway's payouts, for finance. */
export function payoutsRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  adminRoute(app, listPayouts, async ({ query }) => await selectPayouts(db, query.before ?? null))
}

/** The newest first. */
async function selectPayouts(db: Db, before: number | null): Promise<{ payouts: ListedPayout[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('payout')
    .selectAll()
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(arrives_on, id) < (select arrives_on, id from payout where id = ${before})`),
    )
    .orderBy('arrives_on', 'desc')
    .orderBy('id', 'desc')
    .limit(payoutsPageSize + 1)
    .execute()
  return { payouts: rows.slice(0, payoutsPageSize).map(listed), hasMore: rows.length > payoutsPageSize }
}

function listed(row: Selectable<Database['payout']>): ListedPayout {
  const { charge_count, charge_cents, fee_cents, refund_cents, dispute_cents, other_cents } = row
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
          other: decimalCents(other_cents),
        }
      : null,
  }
}
