import { Readable } from 'node:stream'
import { dateIn } from '@portal/contract/dates'
import { decimalCents } from '@portal/contract/money'
import {
  type ListedPayout,
  exportPayouts,
  listPayouts,
  mostPayoutsExported,
  payoutColumns,
  payoutsPageSize,
  payoutStatuses,
} from '@portal/contract/payouts'
import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Database } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { adminRoute, downloadRoute } from '../http/route.ts'

/** What reconciliation has read of the gateway's payouts, for finance. */
export function payoutsRoutes(
  app: FastifyInstance,
  { db, clock, profile }: Pick<Deps, 'db' | 'clock' | 'profile'>,
): void {
  adminRoute(app, listPayouts, async ({ query }) => {
    const payouts = await selectPayouts(db, query.before ?? null, payoutsPageSize + 1)
    return { payouts: payouts.slice(0, payoutsPageSize), hasMore: payouts.length > payoutsPageSize }
  })
  downloadRoute(app, exportPayouts, async () => {
    const today = dateIn(profile.timeZone, clock.now())
    const lines = (await selectPayouts(db, null, mostPayoutsExported)).map(lineOf)
    const heading = Object.values(payoutColumns).join(',')
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

/** Dates and amounts as spreadsheets read them. The gateway's id is the only text that is not ours. */
function lineOf({ arrivesOn, payoutId, status, amount, parts }: ListedPayout): string {
  const id = `"${payoutId.replaceAll(/[^\w-]/g, ' ')}"`
  const { charges, gross, fees, refunds, disputes, other } = parts ?? noParts
  return [arrivesOn, id, payoutStatuses[status], charges, gross, fees, refunds, disputes, other, amount].join(',')
}

const noParts = { charges: '', gross: '', fees: '', refunds: '', disputes: '', other: '' } as const

function listed(row: Pick<Selectable<Database['payout']>, (typeof columns)[number]>): ListedPayout {
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
