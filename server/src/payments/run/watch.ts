import { holdsForPeople } from '@portal/contract/autopay-reasons'
import { type CalendarDate, type Instant, epochOf, later } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { isDue } from '@portal/contract/owed'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Work } from '../../foundation/work/loop.ts'
import * as metrics from '../../metrics.ts'
import { accountRows, readPortalPayments } from '../balances.ts'
import type { Engine } from '../engine.ts'
import { oldestDueDay } from '../planned/charge.ts'
import { openingOf, today } from '../planned/day.ts'

const batch = 200

/** For Prometheus, and takes off the exceptions what was paid another way meanwhile. */
export function watchWork(engine: Engine): Work {
  let reached = 0
  return {
    name: 'autopay-watch',
    restMilliseconds: 60_000,
    async run() {
      await report(engine)
      const open = await openExceptions(engine.db, today(engine), reached)
      // From the first again after the last: what is unpaid stays.
      reached = open.length < batch ? 0 : (open.at(-1)?.id ?? 0)
      await closePaid(engine, open)
      return 0
    },
  }
}

async function report(engine: Engine): Promise<void> {
  const { db, clock } = engine
  const now = clock.now()
  const oldest = await oldestDueDay(db, today(engine))
  metrics.oldestAutopayDue.set(oldest === null ? 0 : await secondsSince(engine, oldest))
  metrics.autopayOff.set(oldest === null ? 0 : await secondsOff(db, now))
  const { rows } = await sql<{ sent: number; failed: number; late: number }>`
    select
      (select count(*) from charge_attempt where made_by in ('autoPay', 'schedule') and sent_at > ${hourBefore(now)}) as sent,
      (select count(*) from plan_event where to_state = 'FAILED' and at > ${hourBefore(now)}) as failed,
      (select count(*) from planned_charge subject
        where ${isHeldLate(today(engine))} and held_for <> 'paused') as late`.execute(db)
  const [counted] = rows
  metrics.autopayHour.set({ result: 'sent' }, counted?.sent ?? 0)
  metrics.autopayHour.set({ result: 'failed' }, counted?.failed ?? 0)
  metrics.autopayHeldPastDue.set(counted?.late ?? 0)
}

/**
 * SQL on the row `subject`: a charge that people have to see to. Its due date is over, and the day on which the customer
 * was to be charged; and what holds it back does not pass by itself.
 */
export function isHeldLate(day: CalendarDate): RawBuilder<SqlBool> {
  return sql<SqlBool>`subject.held_for is not null and subject.seen_at is null and subject.due_on < ${day}::date
    and subject.charge_on < ${day}::date and subject.held_for = any(${[...holdsForPeople]}::text[])`
}

function hourBefore(now: Instant): Instant {
  return later(now, -3_600_000)
}

async function secondsSince(engine: Engine, day: CalendarDate): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${engine.clock.now()}::timestamptz - ${openingOf(engine, day)})::float8 as seconds
  `.execute(engine.db)
  return rows[0]?.seconds ?? 0
}

async function secondsOff(db: Db, now: Instant): Promise<number> {
  const row = await db
    .selectFrom('maintenance_switch')
    .select('changed_at')
    .where('name', '=', 'autoPay')
    .where('is_off', '=', true)
    .executeTakeFirst()
  return row ? (epochOf(now) - epochOf(row.changed_at)) / 1000 : 0
}

interface OpenException {
  id: number
  accountId: AccountNumber
}

async function openExceptions(db: Db, day: CalendarDate, after: number): Promise<OpenException[]> {
  const { rows } = await sql<OpenException>`
    select id, account_id as "accountId" from (
      (select id, account_id from planned_charge
        where state = 'FAILED' and seen_at is null and id > ${after} order by id limit ${batch})
      union all
      (select id, account_id from planned_charge subject
        where ${isHeldLate(day)} and id > ${after} order by id limit ${batch})) as open
    order by id limit ${batch}`.execute(db)
  return rows
}

/** The bill is paid when nothing is due on its account, and no bank may still return what paid it. */
async function closePaid(engine: Engine, open: readonly OpenException[]): Promise<void> {
  if (open.length === 0) return
  const accounts = [...new Set(open.map(({ accountId }) => accountId))]
  const rows = await accountRows(engine, accounts, await readPortalPayments(engine, accounts))
  const paid = new Set(
    rows.filter(({ amount, pendingPayment }) => !isDue(amount) && !pendingPayment).map(({ accID }) => accID),
  )
  const settled = open.filter(({ accountId }) => paid.has(accountId))
  for (const { id } of settled) await closeCharge(engine.db, id, engine.clock.now())
}

/** With its agreement, which it has paused. False when it was closed before. */
export async function closeCharge(db: Db | Tx, id: number, at: Instant): Promise<boolean> {
  const { rows } = await sql`
    with closed as (
      update planned_charge set seen_at = ${at}::timestamptz
      where id = ${id}::bigint and seen_at is null and (state = 'FAILED' or held_for is not null)
      returning agreement_id, state),
    agreement as (
      update autopay_agreement set seen_at = ${at}::timestamptz from closed
      where autopay_agreement.id = closed.agreement_id and closed.state = 'FAILED'
        and autopay_agreement.state = 'PAUSED')
    select from closed`.execute(db)
  return rows.length > 0
}

/** One that waits for the customer. False when it does no longer, or was closed before. */
export async function closeAgreement(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const { rows } = await sql`
    update autopay_agreement set seen_at = ${at}::timestamptz
    where id = ${id}::bigint and state = 'PAUSED' and (seen_at is null or seen_at < changed_at)
    returning id`.execute(tx)
  return rows.length > 0
}
