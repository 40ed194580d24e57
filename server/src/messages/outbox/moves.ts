import { type Instant, later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import type { AccountNews, MessageKind, NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { NotificationState } from '../../database/tables/notifications.ts'
import { type Drop, type EmailReport, type Leased, factsNow } from './message.ts'
import { keyOf } from './names.ts'

/** HANDING_OVER is left by what the provider answered; a message whose outcome is unknown never leaves again. */
export const notificationMoves = {
  HELD: ['READY', 'DROPPED'],
  READY: ['HANDING_OVER', 'DROPPED'],
  HANDING_OVER: ['READY', 'ACCEPTED', 'REFUSED', 'UNKNOWN'],
  ACCEPTED: ['DELIVERED', 'UNDELIVERED'],
  UNKNOWN: ['ACCEPTED', 'DELIVERED', 'UNDELIVERED'],
  DELIVERED: [],
  UNDELIVERED: ['READY'],
  REFUSED: ['READY'],
  DROPPED: ['HELD', 'READY'],
} as const satisfies Record<NotificationState, readonly NotificationState[]>

/** What became of a message that was handed over. `retryAfter` in milliseconds, for READY. */
export interface Result {
  to: (typeof notificationMoves.HANDING_OVER)[number]
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
  return repeatable.states.includes(state) || (state === 'DROPPED' && repeatable.drops.includes(reason ?? ''))
}

export const repeatable: Readonly<{ states: readonly NotificationState[]; drops: readonly string[] }> = {
  states: ['REFUSED', 'UNDELIVERED'],
  drops: ['no_address', 'unproven', 'stopped'],
}

/** The longest due first. What a worker left half handed over becomes UNKNOWN: it may have arrived. */
export async function leaseNotifications(
  db: Db,
  channel: NotificationChannel,
  { now, until, most, onlyTests }: { now: Instant; until: Instant; most: number; onlyTests: boolean },
): Promise<Leased[]> {
  await sql`
    update notification set state = 'UNKNOWN', reason = 'worker_gone', settled_at = ${now}, epoch = epoch + 1
    where id = any(array(
      select id from notification where state = 'HANDING_OVER' and channel = ${channel} and lease_until <= ${now}
      order by lease_until limit 1000 for update skip locked))`.execute(db)
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
  const { rows } = await sql<{ id: number }>`
    update notification set state = 'HANDING_OVER', due_at = null, address = asked.address, tries = tries + 1,
      lease_until = ${until}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id bigint, epoch bigint, address text)
    where notification.id = asked.id and notification.epoch = asked.epoch and state = 'READY' and lease_until > ${now}
      and (kind = 'test' or exists (select from notification_choice choice
        where choice.web_user_id = notification.web_user_id and choice.account_id = notification.account_id
          and choice.kind = notification.kind and choice.channel = notification.channel))
      and not exists (select from stopped_address stopped where stopped.channel = notification.channel
        and stopped.address = lower(asked.address))
      and not exists (select from broadcast where broadcast.id = broadcast_id and broadcast.state = 'STOPPED')
    returning notification.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Nothing where a report of the provider came first. */
export async function settle(db: Db, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  const rows = settled.map(({ message: { id, epoch }, result: { to, reason, retryAfter = 0 }, at }) => {
    const end = to === 'READY' ? { dueAt: later(at, retryAfter) } : { settledAt: at }
    return { id, epoch, to, reason, ...end }
  })
  await sql`
    update notification set state = "to", reason = result.reason, lease_until = null, due_at = "dueAt", settled_at = "settledAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as result
      (id bigint, epoch bigint, "to" text, reason text, "dueAt" timestamptz, "settledAt" timestamptz)
    where notification.id = result.id and notification.epoch = result.epoch and state = 'HANDING_OVER'`.execute(db)
}

export async function dropNotifications(db: Db, drops: readonly Drop[], at: Instant): Promise<void> {
  if (drops.length === 0) return
  const rows = drops.map(({ message: { id, epoch }, reason }) => ({ id, epoch, reason }))
  await sql`
    update notification set state = 'DROPPED', due_at = null, lease_until = null, settled_at = ${at}, reason = drops.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as drops (id bigint, epoch bigint, reason text)
    where notification.id = drops.id and notification.epoch = drops.epoch and state = 'READY'`.execute(db)
}

/** Ready to leave again, checked as any other. Null when it may not be repeated, is too old, or is somebody else's. */
export async function repeatNotification(
  tx: Tx,
  { id, personId }: { id: number; personId: PersonId },
  now: Instant,
): Promise<{ kind: MessageKind; channel: NotificationChannel; username: string } | null> {
  const { rows } = await sql<{ kind: MessageKind; channel: NotificationChannel; username: string }>`
    update notification set state = 'READY', due_at = ${now}, reason = null, settled_at = null, lease_until = null,
      epoch = notification.epoch + 1
    from web_user
    where notification.id = ${id} and web_user.id = web_user_id and person_id = ${personId} and expires_at > ${now}
      and (state = any(${[...repeatable.states]}::text[])
        or (state = 'DROPPED' and reason = any(${[...repeatable.drops]}::text[])))
    returning kind, channel, username`.execute(tx)
  return rows[0] ?? null
}

const mostHeld = 5000

export async function moveHeld(
  db: Db,
  { scanId, kind, isOpen }: { scanId: number; kind: AccountNews; isOpen: boolean },
  now: Instant,
): Promise<number> {
  const to = isOpen
    ? sql`state = 'READY', due_at = ${now}`
    : sql`state = 'DROPPED', reason = 'run_dropped', settled_at = ${now}`
  const moved = await sql`
    update notification set ${to}
    where id = any(array(
      select id from notification where scan_id = ${scanId} and kind = ${kind} and state = 'HELD'
      order by id limit ${mostHeld} for update))`.execute(db)
  return Number(moved.numAffectedRows ?? 0n)
}

/** Where an email of the outbox went; null when it is none, or was swept away. */
export async function letterCameBack(
  db: Db,
  { email: { id }, kind, status }: EmailReport,
  at: Instant,
): Promise<{ address: string; leftAt: Instant } | null> {
  const letter = await db
    .selectFrom('letter')
    .select(['recipient', 'queued_at', 'delivered_at', 'came_back_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!letter) return null
  if (kind === 'failed' && letter.came_back_at === null)
    await db
      .updateTable('letter')
      .set({
        came_back_at: at,
        last_error: status === null ? 'the mail server gave no reason' : `the mail server reported ${status}`,
      })
      .where('id', '=', id)
      .where('came_back_at', 'is', null)
      .execute()
  return { address: letter.recipient.toLowerCase(), leftAt: letter.delivered_at ?? letter.queued_at }
}

/** A complaint proves that it arrived; and one that leaves just now is settled by what came of it. */
export async function recordEmailReported(
  db: Db,
  { email: { id }, kind, status }: EmailReport,
  at: Instant,
): Promise<{ address: string; leftAt: Instant } | null> {
  const known = await db
    .selectFrom('notification')
    .select(['address', 'settled_at'])
    .where('id', '=', id)
    .where('channel', '=', 'email')
    .executeTakeFirst()
  if (!known || known.address === null) return null
  await db
    .updateTable('notification')
    // The epoch stays: the worker that hands it over may not have settled it yet, and must find it settled.
    .set({ state: kind === 'failed' ? 'UNDELIVERED' : 'DELIVERED', settled_at: at, lease_until: null })
    .$if(kind === 'failed', (update) => update.set({ reason: `came back ${status ?? ''}`.trim() }))
    .where('id', '=', id)
    .where('state', 'in', ['HANDING_OVER', 'UNKNOWN', 'ACCEPTED'])
    .execute()
  return { address: keyOf(known.address), leftAt: known.settled_at ?? at }
}
