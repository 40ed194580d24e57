import { type Instant, later } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'

/** An hour is marked this long after its end: by then every transaction that began a payment in it has ended. */
const settled = 10 * 60_000

/**
 * An hour is summed this much later: by then every transaction has ended that changed one of its payments before there
 * was a mark. Such a change would neither be in the sum nor mark the hour as changed.
 */
const markSettled = 5 * 60_000

const batch = 100

/** A lock number: one process sums at a time. Arbitrary, but used by no other lock of the portal. */
const summingLock = 4_155_002

/** Sums the payments of hours that are over, and of those that changed since, a batch at a time (migration 0018). */
export function hourSums({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'payment-hours',
    restMilliseconds: 60_000,
    run: async () => {
      const markUntil = later(clock.now(), -settled)
      const marked = await db.transaction().execute(async (tx) => await markHours(tx, markUntil))
      const sumUntil = later(markUntil, -markSettled)
      const summed = await db.transaction().execute(async (tx) => await sumOpenHours(tx, sumUntil))
      return marked + summed
    },
  }
}

/** Marks the hours that ended by then and have no mark yet, the oldest first. @returns how many */
async function markHours(tx: Tx, until: Instant): Promise<number> {
  const result = await sql`
    insert into payment_hour_mark (hour)
    select hour from generate_series(
      coalesce(
        (select max(hour) + interval '1 hour' from payment_hour_mark),
        (select date_trunc('hour', min(sent_at), 'UTC') from charge_attempt)),
      date_trunc('hour', ${until}::timestamptz, 'UTC') - interval '1 hour',
      interval '1 hour') as hour
    order by hour limit ${batch}
    on conflict (hour) do nothing
  `.execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}

/**
 * Sums open hours that ended by then. An hour that changes meanwhile stays open until next time.
 * @returns how many hours it took
 */
async function sumOpenHours(tx: Tx, until: Instant): Promise<number> {
  const lock = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(${summingLock}) as is_ours`.execute(tx)
  if (!lock.rows[0]?.is_ours) return 0
  const open = await tx
    .selectFrom('payment_hour_mark')
    .select(['hour', 'version'])
    .where('is_summed', '=', sql<boolean>`false`)
    .where(sql<boolean>`hour + interval '1 hour' <= ${until}::timestamptz`)
    .orderBy('hour')
    .limit(batch)
    .execute()
  if (open.length === 0) return 0
  const hours = open.map(({ hour }) => hour)
  const versions = open.map(({ version }) => version)
  await sql`delete from payment_hour where hour = any(${hours}::timestamptz[])`.execute(tx)
  await sql`
    insert into payment_hour (hour, mode, brand, is_paid, payments, amount_cents)
    select hour, mode, brand, state = 'CHARGED' as is_paid, count(*), sum(amount_cents)
    from unnest(${hours}::timestamptz[]) as hour
    join charge_attempt payment on payment.sent_at >= hour and payment.sent_at < hour + interval '1 hour'
    group by hour, mode, brand, is_paid
    -- Read by the hour: those of one hour stand together.
    order by hour
  `.execute(tx)
  // The sums are older than this statement. Whoever changed a payment since then has raised the version, or waits here.
  await sql`
    update payment_hour_mark mark set is_summed = true
    from unnest(${hours}::timestamptz[], ${versions}::integer[]) as seen (hour, version)
    where mark.hour = seen.hour and mark.version = seen.version
  `.execute(tx)
  return open.length
}
