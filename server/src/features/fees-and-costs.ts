import type { CalendarDate } from '@portal/contract/dates'
import { type MonthOfCosts, monthsOfCostsPage, readFeesAndCosts } from '@portal/contract/fees-and-costs'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { startOfDay } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { adminRoute } from '../http/route.ts'
import { chargedStates } from '../payments/states.ts'

/** What service fees brought, and what the gateway kept, for finance. */
export function feesAndCostsRoutes(app: FastifyInstance, { db, profile }: Pick<Deps, 'db' | 'profile'>): void {
  adminRoute(app, readFeesAndCosts, async ({ query }) => await readMonths(db, profile.timeZone, query.before))
}

const wasCharged = sql`state = any(${[...chargedStates]}::text[])`

/** A return has its price, too. What a bank has not answered counts once it has. */
const mayCost = sql`(${wasCharged} or state = 'RETURNED')`

/** A few months from the newest with a payment on. */
async function readMonths(db: Db, timeZone: string, before?: CalendarDate) {
  const until = before ? sql`and sent_at < ${startOfDay(before, timeZone)}` : sql``
  const newest = await sql<{ since: CalendarDate | null }>`
    select (date_trunc('month', max(sent_at) at time zone ${timeZone}::text)
      - interval '1 month' * ${monthsOfCostsPage - 1}::int)::date as since
    from charge_attempt where ${mayCost} ${until}
  `.execute(db)
  const since = newest.rows[0]?.since
  if (!since) return { months: [], hasMore: false }
  const { rows: months } = await sql<MonthOfCosts>`
    select date as "from", (date + interval '1 month')::date - 1 as "to",
      method, payments, paid, fees, "feesReturned", cost, uncosted
    from (
      select date_trunc('month', sent_at at time zone ${timeZone}::text)::date as date,
        case when brand is null then 'bank' else 'card' end as method,
        count(*) filter (where ${wasCharged}) as payments,
        coalesce(sum(attempt.amount_cents) filter (where ${wasCharged}), 0)::bigint as paid,
        coalesce(sum(attempt.fee_cents) filter (where ${wasCharged}), 0)::bigint as fees,
        coalesce(sum(attempt.fee_cents) filter (where state = 'REVERSED'), 0)::bigint as "feesReturned",
        coalesce(sum(kept.cost), 0)::bigint as cost,
        count(*) filter (where ${wasCharged} and kept.is_paid_out is not true) as uncosted
      from charge_attempt attempt cross join lateral (
        select ${costOfItems} as cost, bool_or(kind = 'charge') as is_paid_out
        from payout_item where tag = attempt.transaction_tag) as kept
      where ${mayCost} and sent_at >= ${startOfDay(since, timeZone)} ${until}
      group by 1, 2
      union all
      select date_trunc('month', arrives_on)::date, null, 0, 0, 0, 0, ${costOfItems}::bigint, 0
      from payout join payout_item on payout_item.payout_id = payout.id and tag is null
      where arrives_on >= ${since}::date ${before ? sql`and arrives_on < ${before}::date` : sql``}
      group by 1 having ${costOfItems} <> 0
    ) as of_month
    order by date desc, method desc nulls last
  `.execute(db)
  return { months, hasMore: await isPaidBefore(db, since, timeZone) }
}

/** What the gateway took off items, and items that are all cost. */
const costOfItems = sql`-sum(payout_item.fee_cents + case kind when 'fee' then payout_item.amount_cents else 0 end)`

async function isPaidBefore(db: Db, date: CalendarDate, timeZone: string): Promise<boolean> {
  const { rows } = await sql<{ isPaid: boolean }>`
    select exists (select from charge_attempt where ${mayCost} and sent_at < ${startOfDay(date, timeZone)}) as "isPaid"
  `.execute(db)
  return rows[0]?.isPaid === true
}
