import { type Instant, later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import type { NotificationKind, MessageKind, NotificationChannel } from '@portal/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { type NotificationState, notificationStates } from '../../database/tables/notifications.ts'
import { type Drop, type Leased, factsNow } from './message.ts'

/**
 * The legal moves. HANDING_OVER is left by what the provider answered or reported; a message whose outcome is unknown never
 * leaves again. A provider of texts may report one as delivered that it has given up before.
 */
export const notificationMoves = {
  HELD: ['READY', 'DROPPED'],
  READY: ['HANDING_OVER', 'DROPPED'],
  HANDING_OVER: ['READY', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'DELIVERED', 'UNDELIVERED'],
  ACCEPTED: ['DELIVERED', 'UNDELIVERED'],
  UNKNOWN: ['ACCEPTED', 'DELIVERED', 'UNDELIVERED'],
  DELIVERED: [],
  UNDELIVERED: ['READY', 'DELIVERED'],
  REFUSED: ['READY'],
  DROPPED: ['HELD', 'READY'],
} as const satisfies Record<NotificationState, readonly NotificationState[]>

/** A state that a message may be in, and one that it may go to from there. */
type Move = {
  [From in NotificationState]: readonly [from: From, to: (typeof notificationMoves)[From][number]]
}[NotificationState]

function isMove(move: readonly [NotificationState, NotificationState]): move is Move {
  const legal: readonly NotificationState[] = notificationMoves[move[0]]
  return legal.includes(move[1])
}

interface Change {
  /** SQL of the other columns. */
  set: RawBuilder<unknown>
  /** SQL of what the messages are joined with. */
  using?: RawBuilder<unknown>
  /** Besides the state. The epoch, too, where a worker has them. */
  where: RawBuilder<unknown>
}

/**
 * The one way in which messages change their state: a statement that leaves alone those which are not where they were.
 * @throws for a move that is not in the table
 */
function moving(moves: readonly Move[], { set, using = sql``, where }: Change): RawBuilder<unknown> {
  for (const [from, to] of moves) if (!isMove([from, to])) throw new Error(`No message goes ${from} → ${to}`)
  const to = [...new Set(moves.map(([, each]) => each))]
  // Where they go to several states, each says itself to which.
  const state = to.length === 1 ? sql.lit(to[0]) : sql`result."to"`
  const from = [...new Set(moves.map(([each]) => each))].map((each) => sql.lit(each))
  return sql`
    update notification set state = ${state}, ${set} ${using}
    where notification.state in (${sql.join(from)}) and ${where}`
}

/** What became of a message that was handed over. `retryAfter` in milliseconds, for READY. */
export interface Result {
  to: Exclude<(typeof notificationMoves.HANDING_OVER)[number], 'DELIVERED' | 'UNDELIVERED'>
  reason: string | null
  retryAfter?: number
}

export interface Settled {
  message: Leased
  result: Result
  at: Instant
}

/**
 * What staff may send again: what surely did not arrive, and what was dropped for an address that may be right by now.
 * All else is checked again before it leaves.
 */
export function mayRepeat(state: NotificationState, reason: string | null): boolean {
  const states: readonly NotificationState[] = repeatable.states
  return states.includes(state) || (state === 'DROPPED' && repeatable.drops.includes(reason ?? ''))
}

const repeatable: { readonly states: readonly ['REFUSED', 'UNDELIVERED']; readonly drops: readonly string[] } = {
  states: ['REFUSED', 'UNDELIVERED'],
  drops: ['no_address', 'unproven', 'stopped'],
}

/** The longest due first. What a worker left half handed over becomes UNKNOWN: it may have arrived. */
export async function leaseNotifications(
  db: Db,
  channel: NotificationChannel,
  { now, until, most, onlyTests }: { now: Instant; until: Instant; most: number; onlyTests: boolean },
): Promise<Leased[]> {
  await moving([['HANDING_OVER', 'UNKNOWN']], {
    set: sql`reason = 'worker_gone', settled_at = ${now}, epoch = epoch + 1`,
    where: sql`id = any(array(
      select id from notification where state = 'HANDING_OVER' and channel = ${channel} and lease_until <= ${now}
      order by lease_until limit 1000 for update skip locked))`,
  }).execute(db)
  if (most === 0) return []
  const { rows } = await sql<Leased>`
    with due as materialized (
      select id from notification
      where channel = ${channel} and due_at <= ${now} and state = 'READY' ${onlyTests ? sql`and kind = 'test'` : sql``}
        and (lease_until is null or lease_until <= ${now})
      order by due_at, id limit ${most} for update skip locked),
    leased as (
      update notification set lease_until = ${until}, epoch = epoch + 1 from due where notification.id = due.id
      returning notification.id, kind, web_user_id, account_id, cause, facts, broadcast_id, expires_at, epoch, due_at)
    select leased.id, kind, web_user_id as "webUserId", person_id as "personId", account_id as "accountId", cause,
      ${factsNow} as facts,
      texts_name_amounts as "namesAmounts", language, expires_at as "expiresAt", epoch
    from leased join web_user on web_user.id = web_user_id
    order by due_at, leased.id`.execute(db)
  return rows
}

/**
 * Committed before the messages leave. Left out are those that others have by now, and what was stopped since it was
 * checked, or was checked long ago: they are checked again once their lease is over.
 * @returns their ids
 */
export async function handOver(
  db: Db,
  leaving: readonly { message: Leased; address: string }[],
  { now, until }: { now: Instant; until: Instant },
): Promise<ReadonlySet<number>> {
  const asked = leaving.map(({ message: { id, epoch }, address }) => ({ id, epoch, address }))
  const handing = moving([['READY', 'HANDING_OVER']], {
    set: sql`due_at = null, address = asked.address, tries = tries + 1, lease_until = ${until}`,
    using: sql`from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id bigint, epoch bigint, address text)`,
    where: sql`notification.id = asked.id and notification.epoch = asked.epoch and lease_until > ${now}
      and (kind = 'test' or exists (select from notification_choice choice
        where choice.web_user_id = notification.web_user_id and choice.account_id = notification.account_id
          and choice.kind = notification.kind and choice.channel = notification.channel))
      and not exists (select from stopped_address stopped where stopped.channel = notification.channel
        and stopped.address = lower(asked.address))
      and not exists (select from broadcast where broadcast.id = broadcast_id and broadcast.state = 'STOPPED')`,
  })
  const { rows } = await sql<{ id: number }>`${handing} returning notification.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Nothing where a report of the provider came first. */
export async function settle(db: Db, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  const rows = settled.map(({ message: { id, epoch }, result: { to, reason, retryAfter = 0 }, at }) => {
    const end = to === 'READY' ? { dueAt: later(at, retryAfter) } : { settledAt: at }
    return { id, epoch, to, reason, ...end }
  })
  const moves = rows.map(({ to }) => ['HANDING_OVER', to] as const)
  await moving(moves, {
    set: sql`reason = result.reason, lease_until = null, due_at = "dueAt", settled_at = "settledAt"`,
    using: sql`from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as result
      (id bigint, epoch bigint, "to" text, reason text, "dueAt" timestamptz, "settledAt" timestamptz)`,
    where: sql`notification.id = result.id and notification.epoch = result.epoch`,
  }).execute(db)
}

export async function dropNotifications(db: Db, drops: readonly Drop[], at: Instant): Promise<void> {
  if (drops.length === 0) return
  const rows = drops.map(({ message: { id, epoch }, reason }) => ({ id, epoch, reason }))
  await moving([['READY', 'DROPPED']], {
    set: sql`due_at = null, lease_until = null, settled_at = ${at}, reason = drops.reason`,
    using: sql`from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as drops (id bigint, epoch bigint, reason text)`,
    where: sql`notification.id = drops.id and notification.epoch = drops.epoch`,
  }).execute(db)
}

const mostAtOnce = 5000

/** Those of a broadcast that was stopped, in bounded steps. @returns how many */
export async function dropOfBroadcast(db: Db, id: number, now: Instant): Promise<number> {
  const dropped = await moving([['READY', 'DROPPED']], {
    set: sql`due_at = null, lease_until = null, settled_at = ${now}, reason = 'broadcast_stopped'`,
    where: sql`id = any(array(
      select id from notification where broadcast_id = ${id} and state = 'READY' order by id limit ${mostAtOnce} for update))`,
  }).execute(db)
  return Number(dropped.numAffectedRows ?? 0n)
}

/** Ready to leave again, checked as any other. Null when it may not be repeated, is too old, or is somebody else's. */
export async function repeatNotification(
  tx: Tx,
  { id, personId }: { id: number; personId: PersonId },
  now: Instant,
): Promise<{ kind: MessageKind; channel: NotificationChannel; username: string } | null> {
  const repeating = moving(
    [...repeatable.states, 'DROPPED' as const].map((from) => [from, 'READY'] as const),
    {
      set: sql`due_at = ${now}, reason = null, settled_at = null, lease_until = null, epoch = notification.epoch + 1`,
      using: sql`from web_user`,
      where: sql`notification.id = ${id} and web_user.id = web_user_id and person_id = ${personId} and expires_at > ${now}
      and (state <> 'DROPPED' or reason = any(${[...repeatable.drops]}::text[]))`,
    },
  )
  const { rows } = await sql<{ kind: MessageKind; channel: NotificationChannel; username: string }>`
    ${repeating} returning kind, channel, username`.execute(tx)
  return rows[0] ?? null
}

/** Those of a run that may leave or are dropped, in bounded steps. @returns how many */
export async function moveHeld(
  db: Db,
  { scanId, kind, isOpen }: { scanId: number; kind: NotificationKind; isOpen: boolean },
  now: Instant,
): Promise<number> {
  const moved = await moving([['HELD', isOpen ? 'READY' : 'DROPPED']], {
    set: isOpen ? sql`due_at = ${now}` : sql`reason = 'run_dropped', settled_at = ${now}`,
    where: sql`id = any(array(
      select id from notification where scan_id = ${scanId} and kind = ${kind} and state = 'HELD'
      order by id limit ${mostAtOnce} for update))`,
  }).execute(db)
  return Number(moved.numAffectedRows ?? 0n)
}

/**
 * The statement that holds what a scan found: rows of `occasions`. What an import took back and another one brings again is held
 * again; of everything else people are notified once.
 */
export function holdFound(scanId: number, now: Instant, expiresAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into notification as known
      (kind, web_user_id, account_id, cause, channel, scan_id, facts, state, found_at, due_at, expires_at)
    select kind, "webUserId", "accountId", cause, channel, ${scanId}::bigint, facts, 'HELD', ${now}::timestamptz, null,
      ${expiresAt}
    from occasions
    where not exists (
      select from notification earlier
      where earlier.kind = occasions.kind and earlier.web_user_id = "webUserId" and earlier.account_id = "accountId"
        and earlier.cause = occasions.cause and earlier.channel = occasions.channel
        and not (earlier.state = 'DROPPED' and earlier.reason = 'gone'))
    on conflict (kind, web_user_id, account_id, cause, channel) do update
      set state = 'HELD', reason = null, scan_id = excluded.scan_id, facts = excluded.facts,
        found_at = excluded.found_at, expires_at = excluded.expires_at, settled_at = null
      where known.state = 'DROPPED' and known.reason = 'gone'
    returning kind`
}

/**
 * What a partner reports of a message, in any order and more than once: it goes forward only. The epoch stays: the worker that
 * hands it over may not have settled it yet, and must find it settled.
 * @param reason null for none; as it was when left out
 * @returns its address; undefined when nothing changed
 */
export async function moveReported(
  db: Db,
  { id, to, reason }: { id: number; to: 'ACCEPTED' | 'DELIVERED' | 'UNDELIVERED'; reason?: string | null },
  at: Instant,
): Promise<{ address: string | null } | undefined> {
  const reported = moving(
    notificationStates.map((from): readonly [NotificationState, NotificationState] => [from, to]).filter(isMove),
    {
      set: sql`settled_at = ${at}, lease_until = null, reason = ${reason === undefined ? sql.ref('reason') : reason}`,
      // A complaint about an email that came back does not prove that it arrived.
      where: sql`id = ${id} and (channel = 'text' or state <> 'UNDELIVERED')`,
    },
  )
  const { rows } = await sql<{ address: string | null }>`${reported} returning address`.execute(db)
  return rows[0]
}
