import { type CalendarDate, type Instant, dateIn, daysAfter, later } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type NotificationKind, type NotificationChannel, goodForDays } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { endOfDay } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'
import { type Work, leaseMilliseconds } from '../../foundation/work/loop.ts'
import { holdFound } from '../outbox/moves.ts'
import { readOccasions } from './read.ts'
import { isUnusual, runsCompared } from './rules.ts'
import { moveRun } from './runs.ts'
import type { Sources } from './sources.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile' | 'log'> & { sources: Sources }

const batch = 500

/**
 * After each import and on each day, looks at the accounts that somebody wants to hear of, in chunks with a stored
 * cursor: any process goes on where the last one stopped. What is found is held; `releaseWork` lets it go.
 */
export function scanWork(deps: Needed): Work {
  return {
    name: 'notification scan',
    restMilliseconds: 60_000,
    async run() {
      const data = await deps.billing.newestData()
      if (data === null) return 0
      const now = deps.clock.now()
      const today = dateIn(deps.profile.timeZone, now)
      const scan = await leaseScan(deps, { importId: data.id, today, now })
      if (scan === null) return 0
      const wanted = scan.after === null ? [] : await wantedAfter(deps, scan.after)
      const last = wanted.at(-1)
      if (!last) return (await finishScan(deps, scan, now)) ? 1 : 0
      const accounts = [...new Set(wanted.map(({ accountId }) => accountId))]
      await recordFound(deps, scan, found(wanted, await readOccasions(deps, accounts), today), last.accountId)
      return 1
    },
  }
}

interface Scan {
  id: number
  /** Null for one that ends where it is. */
  after: string | null
  epoch: number
}

/** Null when it is done, or others have it. An unfinished one of an earlier day or import ends where it is. */
async function leaseScan(
  { db }: Needed,
  { importId, today, now }: { importId: number; today: CalendarDate; now: Instant },
): Promise<Scan | null> {
  await db
    .insertInto('notification_scan')
    .values({ import_id: importId, day: today, begun_at: now })
    .onConflict((known) => known.columns(['import_id', 'day']).doNothing())
    .execute()
  const { rows } = await sql<Scan>`
    update notification_scan set lease_until = ${later(now, leaseMilliseconds(1))}, epoch = epoch + 1
    where id = any(array(
      select id from notification_scan
      where done_at is null and (lease_until is null or lease_until <= ${now})
      order by id limit 1 for update skip locked))
    returning id, case when import_id = ${importId}::bigint and day = ${today}::date then after_account end as after,
      epoch`.execute(db)
  return rows[0] ?? null
}

interface Wanted {
  accountId: AccountNumber
  webUserId: number
  kind: NotificationKind
  channel: NotificationChannel
}

async function wantedAfter({ db }: Needed, after: string): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    with next as materialized (
      select account_id from notification_choice where account_id > ${after} and kind <> 'announcement'
      group by account_id order by account_id limit ${batch})
    select account_id as "accountId", web_user_id as "webUserId", kind, channel
    from notification_choice join next using (account_id)
    order by account_id, web_user_id`.execute(db)
  return rows
}

interface Found extends Wanted {
  cause: string
  facts: object
  expiresOn: CalendarDate
}

function found(
  wanted: readonly Wanted[],
  known: Awaited<ReturnType<typeof readOccasions>>,
  today: CalendarDate,
): Found[] {
  return wanted.flatMap((wish) => {
    const occasions = (known.get(wish.accountId)?.occasions ?? []).filter(({ kind }) => kind === wish.kind)
    return occasions.map((each) => ({ ...wish, ...each, expiresOn: daysAfter(today, goodForDays[wish.kind]) }))
  })
}

/** With the cursor in one transaction. Nothing when others have the scan by now. */
async function recordFound(
  { db, clock, profile }: Needed,
  { id, epoch }: Scan,
  occasions: readonly Found[],
  after: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const held = await tx
      .updateTable('notification_scan')
      .set({ after_account: after, lease_until: null })
      .where('id', '=', id)
      .where('epoch', '=', epoch)
      .executeTakeFirst()
    if (held.numUpdatedRows === 0n || occasions.length === 0) return
    await insertFound(tx, { scanId: id, now: clock.now(), timeZone: profile.timeZone }, occasions)
  })
}

async function insertFound(
  tx: Tx,
  { scanId, now, timeZone }: { scanId: number; now: Instant; timeZone: string },
  occasions: readonly Found[],
): Promise<void> {
  await sql`
    with occasions as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(occasions)}::jsonb) as occasions (
        "accountId" text, "webUserId" bigint, kind text, channel text, cause text, facts jsonb, "expiresOn" date)),
    inserted as (${holdFound(scanId, now, endOfDay(sql.ref('expiresOn'), timeZone))})
    insert into notification_run as run (scan_id, kind, found, state)
    select ${scanId}::bigint, kind, count(*), 'FINDING' from inserted group by kind
    on conflict (scan_id, kind) do update set found = run.found + excluded.found`.execute(tx)
}

/** Its messages leave after the delay, or wait for a person when there are far more than usual. */
async function finishScan({ db, profile, log }: Needed, { id, epoch }: Scan, now: Instant): Promise<boolean> {
  const { delayMinutes } = profile.notifications
  return await db.transaction().execute(async (tx) => {
    const done = await tx
      .updateTable('notification_scan')
      .set({ done_at: now, lease_until: null })
      .where('id', '=', id)
      .where('epoch', '=', epoch)
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    const runs = await tx
      .selectFrom('notification_run')
      .select(['kind', 'found'])
      .where('scan_id', '=', id)
      .where('state', '=', 'FINDING')
      .execute()
    for (const { kind, found: count } of runs) {
      const waits = isUnusual(count, await earlierRuns(tx, kind), profile.notifications)
      if (waits) log.error({ alarm: true, scan: id, kind, found: count }, 'Far more notifications than usual wait')
      const run = { scanId: id, kind }
      if (waits) await moveRun(tx, run, ['FINDING', 'WAITING'])
      else await moveRun(tx, run, ['FINDING', 'OPEN'], sql`, release_at = ${later(now, delayMinutes * 60_000)}`)
    }
    return true
  })
}

async function earlierRuns(tx: Tx, kind: NotificationKind): Promise<number[]> {
  const runs = await tx
    .selectFrom('notification_run')
    .select('found')
    .where('kind', '=', kind)
    .where('state', '=', 'DONE')
    .orderBy('scan_id', 'desc')
    .limit(runsCompared)
    .execute()
  return runs.map(({ found: count }) => count)
}
