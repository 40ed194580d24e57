import {
  type AutopayRun,
  type DueDay,
  type HeldCharge,
  type OpenPlannedState,
  heldPageSize,
  listHeldCharges,
  readAutopayRun as readAutopayRunCall,
} from '@portal/contract/autopay-run'
import { type CalendarDate, type Instant, dateIn, daysAfter } from '@portal/contract/dates'
import { type Cents, decimalCents, sumCents } from '@portal/contract/money'
import { type StaffStatus, staffStatuses } from '@portal/contract/reports'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { endOfDay, startOfDay } from '../database/sql.ts'
import type { AttemptState } from '../database/tables/payments.ts'
import type { Deps } from '../deps.ts'
import { adminRoute } from '../http/route.ts'
import { oldestDueDay } from '../payments/records/planned-charges.ts'
import { isRefundOwed } from '../payments/records/reversals.ts'
import { staffStatusOf } from '../payments/states.ts'

type RunDeps = Pick<Deps, 'db' | 'clock' | 'profile'>

/** For those who look after the money: what AutoPay charges next, what waits, and why. */
export function autopayRunRoutes(app: FastifyInstance, deps: RunDeps): void {
  adminRoute(app, readAutopayRunCall, async () => await readAutopayRun(deps))
  adminRoute(app, listHeldCharges, async ({ query }) => {
    const found = await selectHeld(deps.db, query.reason, query.after ?? 0)
    return { charges: found.slice(0, heldPageSize), hasMore: found.length > heldPageSize }
  })
}

async function readAutopayRun(deps: RunDeps): Promise<AutopayRun> {
  const { db, clock, profile } = deps
  const asOf = clock.now()
  const today = dateIn(profile.timeZone, asOf)
  const [stoppedAt, due, held, oldestDue, sent, last] = await Promise.all([
    selectStoppedAt(db),
    selectDue(db, today),
    selectHeldSums(db),
    oldestDueDay(db, today),
    selectSentThisHour(db, asOf),
    selectLastRun(db, profile.timeZone),
  ])
  return { stoppedAt, due, held, oldestDue, hour: { sent, most: profile.autoPay.mostPerHour }, last, asOf }
}

async function selectStoppedAt(db: Db): Promise<Instant | null> {
  const row = await db
    .selectFrom('maintenance_switch')
    .select('changed_at')
    .where('name', '=', 'autoPay')
    .where('is_off', '=', true)
    .executeTakeFirst()
  return row?.changed_at ?? null
}

async function selectDue(db: Db, today: CalendarDate): Promise<AutopayRun['due']> {
  const tomorrow = daysAfter(today, 1)
  const { rows } = await sql<{
    date: CalendarDate
    state: OpenPlannedState
    charges: number
    unpriced: number
    amount: Cents
  }>`
    select greatest(charge_on, ${daysAfter(today, -1)}::date) as date, state, count(*) as charges,
      count(*) filter (where noticed_cents is null) as unpriced, coalesce(sum(noticed_cents), 0)::bigint as amount
    from planned_charge
    where state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED') and charge_on <= ${tomorrow}::date
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(({ amount, ...row }) => ({
    ...row,
    day: dayOf(row.date, today),
    amount: decimalCents(amount),
  }))
}

function dayOf(date: CalendarDate, today: CalendarDate): DueDay {
  if (date < today) return 'earlier'
  return date === today ? 'today' : 'tomorrow'
}

async function selectHeldSums(db: Db): Promise<AutopayRun['held']> {
  const { rows } = await sql<{ reason: string; charges: number; amount: Cents; oldestDue: CalendarDate }>`
    select held_for as reason, count(*) as charges, coalesce(sum(noticed_cents), 0)::bigint as amount,
      min(due_on) as "oldestDue"
    from planned_charge where held_for is not null group by held_for order by count(*) desc, held_for`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: decimalCents(amount) }))
}

async function selectSentThisHour(db: Db, now: Instant): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select sent from autopay_hour where hour = date_trunc('hour', ${now}::timestamptz)`.execute(db)
  return rows[0]?.sent ?? 0
}

/** The utility's day on which the newest was sent, with all that were sent on it. */
async function selectLastRun(db: Db, timeZone: string): Promise<AutopayRun['last']> {
  const { rows: newest } = await sql<{ at: Instant | null }>`
    select greatest(
      (select max(sent_at) from charge_attempt where made_by = 'autoPay'),
      (select max(sent_at) from charge_attempt where made_by = 'schedule')) as at`.execute(db)
  const at = newest[0]?.at
  if (!at) return null
  const day = dateIn(timeZone, at)
  const [from, to] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
  const [attempts, failed] = await Promise.all([
    sql<RunState>`
      select state, "isRefundOwed", count(*) as charges, sum(amount_cents)::bigint as amount
      from (
        select state, amount_cents, ${isRefundOwed} as "isRefundOwed" from charge_attempt payment
        where made_by in ('autoPay', 'schedule') and sent_at >= ${from} and sent_at < ${to}) as charged
      group by state, "isRefundOwed"`.execute(db),
    sql<{ failed: number }>`
      select count(*) as failed from autopay_event where to_state = 'FAILED' and at >= ${from} and at < ${to}`.execute(
      db,
    ),
  ])
  return { day, results: resultsOf(attempts.rows), failed: failed.rows[0]?.failed ?? 0 }
}

type Results = NonNullable<AutopayRun['last']>['results']

interface RunState {
  state: AttemptState
  isRefundOwed: boolean
  charges: number
  amount: Cents
}

function resultsOf(rows: readonly RunState[]): Results {
  return Object.keys(staffStatuses)
    .filter((name): name is StaffStatus => Object.hasOwn(staffStatuses, name))
    .flatMap((status) => {
      const of = rows.filter(({ state, isRefundOwed: isOwed }) => staffStatusOf(state, isOwed) === status)
      const charges = of.reduce((sum, row) => sum + row.charges, 0)
      return charges === 0 ? [] : [{ status, charges, amount: decimalCents(sumCents(of.map(({ amount }) => amount))) }]
    })
}

async function selectHeld(db: Db, reason: string, after: number): Promise<HeldCharge[]> {
  const { rows } = await sql<Omit<HeldCharge, 'amount'> & { amount: Cents | null }>`
    select charge.id, charge.account_id as "accountId", due_on as "dueOn", charge_on as "chargeOn", noticed_cents as amount,
      brand, last_four as "lastFour", case when charge.schedule_id is null then 'autoPay' else 'scheduled' end as kind
    from planned_charge charge
    left join autopay_agreement agreement on agreement.id = charge.agreement_id
    left join payment_schedule schedule on schedule.id = charge.schedule_id
    join saved_card card on card.id = coalesce(agreement.saved_card_id, schedule.saved_card_id)
    where held_for = ${reason} and charge.id > ${after}::bigint
    order by charge.id limit ${heldPageSize + 1}::int`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: amount === null ? null : decimalCents(amount) }))
}
