import {
  type AutopayRun,
  type DueDay,
  type HeldCharge,
  type OpenPlannedState,
  heldPageSize,
  listHeldCharges,
  plannedStateNames,
  readAutopayRun as readAutopayRunCall,
} from '@portal/contract/autopay-run'
import { type CalendarDate, type Instant, dateIn, daysAfter } from '@portal/contract/dates'
import { type Cents, decimalCents, noCents, sumCents } from '@portal/contract/money'
import { isEstimate } from '@portal/contract/next-charge'
import { type StaffStatus, staffStatuses } from '@portal/contract/reports'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { endOfDay, startOfDay } from '../database/sql.ts'
import type { PlannedState } from '../database/tables/autopay.ts'
import type { AttemptState } from '../database/tables/payments.ts'
import type { Deps } from '../deps.ts'
import { adminRoute } from '../http/route.ts'
import { oldestDueDay } from '../payments/planned/charge.ts'
import { isRefundOwed } from '../payments/records/refused-reversals.ts'
import { type ChargeToCome, chargesWhere } from '../payments/run/charges-to-come.ts'
import { staffStatusOf } from '../payments/states.ts'

type RunDeps = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile' | 'log'>

/** For those who look after the money: what AutoPay charges next, what waits, and why. */
export function autopayRunRoutes(app: FastifyInstance, deps: RunDeps): void {
  adminRoute(app, readAutopayRunCall, async () => await readAutopayRun(deps))
  adminRoute(app, listHeldCharges, async ({ query }) => {
    const found = await selectHeld(deps, query.reason, query.after ?? 0)
    return { charges: found.slice(0, heldPageSize), hasMore: found.length > heldPageSize }
  })
}

async function readAutopayRun(deps: RunDeps): Promise<AutopayRun> {
  const { db, clock, profile } = deps
  const asOf = clock.now()
  const today = dateIn(profile.timeZone, asOf)
  const [stoppedAt, due, held, oldestDue, sent, last] = await Promise.all([
    selectStoppedAt(db),
    selectDue(deps, today),
    selectHeldSums(deps),
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

const isOpen = sql`charge.state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED')`

/** For so many charges the billing system is asked; of more, the amounts of the notices count. */
const mostAsked = 1000

interface Figures {
  charges: number
  cents: Cents
  unpriced: number
  estimated: number
  skipped: number
}

function figuresOf({ next }: ChargeToCome): Figures {
  const isSkipped = ['nothing', 'overLimit', 'cannot'].includes(next.says)
  return {
    charges: 1,
    cents: sumCents([next.amount ?? noCents, next.fee]),
    unpriced: next.amount === null && !isSkipped ? 1 : 0,
    estimated: isEstimate(next) ? 1 : 0,
    skipped: isSkipped ? 1 : 0,
  }
}

type Noticed = Omit<Figures, 'estimated' | 'skipped'>

/** Those after the ones that were asked for, by their notices. */
async function selectRest<Key>(
  db: Db,
  asked: readonly ChargeToCome[],
  { key, by, which }: { key: RawBuilder<unknown>; by: RawBuilder<unknown>; which: RawBuilder<unknown> },
): Promise<(Key & Figures)[]> {
  const last = asked.at(mostAsked - 1)
  if (!last) return []
  const { rows } = await sql<Key & Noticed>`
    select ${key}, count(*) as charges, count(*) filter (where noticed_cents is null) as unpriced,
      coalesce(sum(noticed_cents + coalesce(noticed_fee_cents, 0)), 0)::bigint as cents
    from planned_charge charge where ${which} and (charge_on, id) > (${last.chargeOn}::date, ${last.id}::bigint)
    group by ${by}`.execute(db)
  return rows.map((row) => ({ ...row, estimated: 0, skipped: 0 }))
}

/** One sum for each key, with the first row that has it. */
function sumsBy<Row extends Figures>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const groups = [...Map.groupBy(rows, keyOf).values()]
  return groups.flatMap((group) => {
    const [first] = group
    if (!first) return []
    const count = (name: 'charges' | 'unpriced' | 'estimated' | 'skipped') =>
      group.reduce((sum, row) => sum + row[name], 0)
    const counts = { charges: count('charges'), unpriced: count('unpriced') }
    const more = { estimated: count('estimated'), skipped: count('skipped') }
    return [
      { first, group, sum: { ...counts, ...more, amount: decimalCents(sumCents(group.map(({ cents }) => cents))) } },
    ]
  })
}

async function selectDue(deps: RunDeps, today: CalendarDate): Promise<AutopayRun['due']> {
  const which = sql`${isOpen} and charge_on <= ${daysAfter(today, 1)}::date`
  const yesterday = daysAfter(today, -1)
  const asked = await chargesWhere(deps, which, mostAsked)
  const key = sql`greatest(charge_on, ${yesterday}::date) as date, charge.state`
  const rest = await selectRest<{ date: CalendarDate; state: OpenPlannedState }>(deps.db, asked, {
    key,
    by: sql`1, 2`,
    which,
  })
  const first = asked.flatMap((charge) => {
    const date = charge.chargeOn > yesterday ? charge.chargeOn : yesterday
    return isOpenState(charge.state) ? [{ date, state: charge.state, ...figuresOf(charge) }] : []
  })
  return sumsBy([...first, ...rest], ({ date, state }) => `${date} ${state}`)
    .map(({ first: { date, state }, sum }) => ({ day: dayOf(date, today), date, state, ...sum }))
    .toSorted((one, other) => `${one.date} ${one.state}`.localeCompare(`${other.date} ${other.state}`))
}

function isOpenState(state: PlannedState | null): state is OpenPlannedState {
  return state !== null && Object.hasOwn(plannedStateNames, state)
}

function dayOf(date: CalendarDate, today: CalendarDate): DueDay {
  if (date < today) return 'earlier'
  return date === today ? 'today' : 'tomorrow'
}

async function selectHeldSums(deps: RunDeps): Promise<AutopayRun['held']> {
  const which = sql`held_for is not null`
  const asked = await chargesWhere(deps, which, mostAsked)
  const key = sql`held_for as reason, min(due_on) as "oldestDue"`
  const rest = await selectRest<{ reason: string; oldestDue: CalendarDate }>(deps.db, asked, { key, by: sql`1`, which })
  const first = asked.map((charge) => ({
    reason: charge.heldFor ?? '',
    oldestDue: charge.next.dueOn,
    ...figuresOf(charge),
  }))
  return sumsBy([...first, ...rest], ({ reason }) => reason)
    .map(({ group, first: { reason, oldestDue }, sum }) => ({
      reason,
      ...sum,
      oldestDue: group.reduce((oldest, row) => (row.oldestDue < oldest ? row.oldestDue : oldest), oldestDue),
    }))
    .toSorted((one, other) => other.charges - one.charges || one.reason.localeCompare(other.reason))
}

async function selectSentThisHour(db: Db, now: Instant): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select sent from plan_hour where hour = date_trunc('hour', ${now}::timestamptz)`.execute(db)
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
      select count(*) as failed from plan_event where to_state = 'FAILED' and at >= ${from} and at < ${to}`.execute(db),
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

async function selectHeld(deps: RunDeps, reason: string, after: number): Promise<HeldCharge[]> {
  const page = sql`
    select id from planned_charge where held_for = ${reason} and id > ${after}::bigint
    order by id limit ${heldPageSize + 1}::int`
  const charges = await chargesWhere(deps, sql`charge.id in (${page})`, heldPageSize + 1)
  return charges
    .flatMap(({ id, of, accountId, next, brand, bankAccount, lastFour }): HeldCharge[] =>
      id === null
        ? []
        : [
            {
              id,
              accountId,
              next,
              brand,
              bankAccount,
              lastFour,
              kind: of.kind === 'schedule' ? 'scheduled' : 'autoPay',
            },
          ],
    )
    .toSorted((one, other) => one.id - other.id)
}
