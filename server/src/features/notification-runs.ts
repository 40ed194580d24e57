import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { messageReasonInWords } from '@portal/contract/customer-messages'
import { type CalendarDate, type Instant, dateIn, daysAfter, later } from '@portal/contract/dates'
import {
  type NotificationRun,
  type NotificationRuns,
  decideNotificationRun,
  exportNotificationTotals,
  notificationRunsTexts,
  readNotificationRuns,
  readNotificationTotals,
  readRunExample,
  scansListed,
  totalDays,
  totalResults,
} from '@portal/contract/notification-runs'
import type { NotificationKind, MessageKind, NotificationChannel } from '@portal/contract/notifications'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { channelNames } from '@portal/contract/stopped-addresses'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AdminCaller } from '../caller.ts'
import type { Db } from '../database/connect.ts'
import { startOfDay } from '../database/sql.ts'
import type { NotificationState, RunState } from '../database/tables/notifications.ts'
import type { Deps } from '../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../foundation/audit.ts'
import { csvFile } from '../foundation/csv.ts'
import { adminRoute, downloadRoute } from '../http/route.ts'
import { heldExample } from '../messages/notifications/held-example.ts'
import { runsCompared, usualOf } from '../messages/notifications/rules.ts'
import { moveRun, releaseWorkName } from '../messages/notifications/runs.ts'
import { countsOf, reasonToCount } from '../messages/views/totals.ts'
import { sources } from '../payments/notify.ts'
import { refuse } from '../refusal.ts'

/** For those who decide whether what was found is right, and see what became of it. */
export function notificationRunRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, readNotificationRuns, async () => await readRuns(deps))
  adminRoute(app, readRunExample, async ({ query }) => ({ example: await heldExample({ ...deps, sources }, query) }))
  adminRoute(app, decideNotificationRun, async (request) => {
    await decideRun(deps, request.session, request.body, request)
    return await readRuns(deps)
  })
  adminRoute(app, readNotificationTotals, async () => ({ totals: await readTotals(deps, totalDays.shown) }))
  downloadRoute(app, exportNotificationTotals, async () => {
    const { day, kind, channel, result, reason, count } = notificationRunsTexts
    const content = csvFile(
      [day, kind, channel, result, reason, count],
      rowsOf(await readTotals(deps, totalDays.exported)),
    )
    const today = dateIn(deps.profile.timeZone, deps.clock.now())
    return { fileName: `${deps.profile.division}-Notifications-${today}.csv`, content }
  })
}

async function readRuns({ db, clock, profile, texts }: Deps): Promise<NotificationRuns> {
  const asOf = clock.now()
  const { emailsPerSecond, textsPerSecond } = profile.notifications
  const channels = texts ? (['email', 'text'] as const) : (['email'] as const)
  const [stoppedAt, scans, ...queue] = await Promise.all([
    selectStoppedAt(db),
    selectScans(db),
    ...channels.map(async (channel) => await selectQueue(db, channel, asOf)),
  ])
  const perSecond = { email: emailsPerSecond, text: textsPerSecond }
  return { stoppedAt, scans, queue: queue.map((each) => ({ ...each, perSecond: perSecond[each.channel] })), asOf }
}

async function selectStoppedAt(db: Db): Promise<Instant | null> {
  const row = await db
    .selectFrom('maintenance_switch')
    .select('changed_at')
    .where('name', '=', 'notifications')
    .where('is_off', '=', true)
    .executeTakeFirst()
  return row?.changed_at ?? null
}

type Queue = Omit<NotificationRuns['queue'][number], 'perSecond'>

async function selectQueue(db: Db, channel: NotificationChannel, now: Instant): Promise<Queue> {
  const hour = 60 * 60_000
  const refusedSince = later(now, -hour)
  const { rows } = await sql<Omit<Queue, 'channel'>>`
    select
      (select count(*) from notification where channel = ${channel} and due_at is not null) as ready,
      (select min(due_at) from notification where channel = ${channel} and due_at is not null) as "readySince",
      (select count(*) from notification where channel = ${channel} and state = 'HANDING_OVER') as "handingOver",
      (select count(*) from notification
        where channel = ${channel} and state = 'UNKNOWN' and settled_at > ${later(now, -24 * hour)}) as unknown,
      (select count(*) from notification
        where channel = ${channel} and state = 'REFUSED' and settled_at > ${refusedSince}) as refused,
      coalesce((select reason from notification
        where channel = ${channel} and state = 'REFUSED' and settled_at > ${refusedSince}
        order by settled_at desc limit 1), '') as "refusedFor"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table has one row')
  return { channel, ...row }
}

interface RunRow {
  scanId: number
  day: CalendarDate
  kind: NotificationKind
  found: number
  earlier: number[] | null
  state: RunState
  releaseAt: Instant | null
  decision: 'release' | 'drop' | null
  decidedBy: string | null
  decidedAt: Instant | null
}

async function selectScans(db: Db): Promise<NotificationRuns['scans']> {
  const { rows: scans } = await sql<Omit<NotificationRuns['scans'][number], 'runs'>>`
    select id, day, begun_at as "begunAt", done_at as "doneAt" from notification_scan
    where id = any(array(select id from notification_scan order by id desc limit ${scansListed}::int))
      or id = any(array(select scan_id from notification_run
        where state in ('FINDING', 'WAITING', 'OPEN', 'DROPPED') and state = 'WAITING'))
    order by id desc`.execute(db)
  const { rows: runs } = await sql<RunRow>`
    select scan_id as "scanId", scan.day, kind, found, state, release_at as "releaseAt", decision,
      decided_by as "decidedBy", decided_at as "decidedAt", array(
        select earlier.found from notification_run earlier
        where earlier.kind = run.kind and earlier.state = 'DONE' and earlier.scan_id < run.scan_id
        order by earlier.scan_id desc limit ${runsCompared}::int) as earlier
    from notification_run run join notification_scan scan on scan.id = run.scan_id
    where scan_id = any(${scans.map(({ id }) => id)}::bigint[]) order by scan_id, kind`.execute(db)
  return scans.map((scan) => ({ ...scan, runs: runs.filter(({ scanId }) => scanId === scan.id).map(runOf) }))
}

function runOf({ earlier, decision, decidedBy: by, decidedAt: at, ...run }: RunRow): NotificationRun {
  const decided = decision && by !== null && at ? { by, at, isRelease: decision === 'release' } : null
  return { ...run, usual: usualOf(earlier ?? []), decided }
}

/** @throws Refusal `run-changed`: it does not wait, or another number than was shown */
async function decideRun(
  { db, clock, wake }: Deps,
  caller: AdminCaller,
  { scanId, kind, found, decision, why }: ParsedBodyOf<typeof decideNotificationRun>,
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  const isRelease = decision === 'release'
  await db.transaction().execute(async (tx) => {
    const move = isRelease ? (['WAITING', 'OPEN'] as const) : (['WAITING', 'DROPPED'] as const)
    const also = sql`, decision = ${decision}, decided_by = ${caller.username}, decided_at = ${now}
      ${isRelease ? sql`, release_at = ${now}` : sql``}`
    if (!(await moveRun(tx, { scanId, kind }, move, also, sql`and found = ${found}`)))
      throw refuse(decideNotificationRun, 'run-changed')
    const scan = tx.selectFrom('notification_scan').select('day').where('id', '=', scanId)
    const { day } = await scan.executeTakeFirstOrThrow()
    const event = {
      actor: actorOf(caller),
      action: isRelease ? 'notification-run-released' : 'notification-run-dropped',
      subject: notificationTexts.kinds[kind],
      after: { day, found, why },
    } as const
    await recordAudit(tx, event, origin, now)
  })
  wake(releaseWorkName)
}

type Totals = ReplyOf<typeof readNotificationTotals>['totals']

async function readTotals({ db, clock, profile }: Deps, days: number): Promise<Totals> {
  const { timeZone } = profile
  const from = daysAfter(dateIn(timeZone, clock.now()), 1 - days)
  const { rows } = await sql<{
    day: CalendarDate
    kind: MessageKind
    channel: NotificationChannel
    state: NotificationState
    reason: string
    count: number
  }>`
    select (found_at at time zone ${timeZone}::text)::date as day, kind, channel, state,
      ${reasonToCount} as reason, count(*) as count
    from notification where found_at >= ${startOfDay(from, timeZone)} and reason is distinct from 'baseline'
    group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3`.execute(db)
  const totals = Map.groupBy(rows, ({ day, kind, channel }) => `${day} ${kind} ${channel}`)
  return [...totals.values()].flatMap((of) => {
    const [total] = of
    return total ? [{ day: total.day, kind: total.kind, channel: total.channel, counts: countsOf(of) }] : []
  })
}

function rowsOf(totals: Totals): (string | number)[][] {
  return totals.flatMap(({ day, kind, channel, counts }) =>
    counts.map(({ result, reason, count }) => [
      day,
      notificationTexts.kinds[kind],
      channelNames[channel],
      totalResults[result],
      messageReasonInWords(reason),
      count,
    ]),
  )
}
