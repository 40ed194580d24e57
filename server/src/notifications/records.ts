import { type Instant, later } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { MessageKind, NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { NotificationFacts } from '../database/tables/notifications.ts'
import type { notificationMoves } from './rules.ts'

/**
 * How many messages may leave now by this channel, of all processes together; 0 when none is due. Whoever comes late makes
 * up for it, up to a second, so that the pace is the average.
 */
export async function takePace(
  db: Db,
  channel: NotificationChannel,
  { now, perSecond, batch }: { now: Instant; perSecond: number; batch: number },
): Promise<number> {
  const most = Math.min(batch, perSecond)
  const { rows } = await sql`
    insert into notification_pace as pace (channel, free_at)
    select ${channel}, ${later(now, (most * 1000) / perSecond)}::timestamptz
    where exists (select from notification where channel = ${channel} and due_at <= ${now} and state = 'READY')
    on conflict (channel) do update
      set free_at = greatest(pace.free_at, ${now}::timestamptz - interval '1 second')
        + (excluded.free_at - ${now}::timestamptz)
      where pace.free_at <= ${now}
    returning channel`.execute(db)
  return rows.length > 0 ? most : 0
}

/** A message as a worker leased it. */
export interface Leased {
  id: number
  kind: MessageKind
  webUserId: number
  personId: PersonId
  accountId: AccountNumber
  cause: string
  facts: NotificationFacts
  /** In texts. */
  namesAmounts: boolean
  /** Null for the utility's own. */
  language: string | null
  expiresAt: Instant
  epoch: number
}

/** Of the row's columns `facts` and `broadcast_id`: a broadcast has them for all its messages. */
export const factsNow = sql<NotificationFacts>`coalesce((
  select jsonb_build_object('subject', subject, 'body', body, 'words', text_words)
  from broadcast where broadcast.id = broadcast_id), facts)`

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

export interface Drop {
  message: Leased
  reason: DropReason
}

/**
 * Why a message never leaves. `gone`: an import took its cause back; another may bring it again. `undone`: such as a payment
 * that was refunded. `receipt`: the same address has another email about it.
 */
export type DropReason =
  | 'gone'
  | 'undone'
  | 'paid'
  | 'receipt'
  | 'late'
  | 'not_holder'
  | 'not_wanted'
  | 'no_address'
  | 'unproven'
  | 'stopped'
  | 'broadcast_stopped'

export async function dropNotifications(db: Db, drops: readonly Drop[], at: Instant): Promise<void> {
  if (drops.length === 0) return
  const rows = drops.map(({ message: { id, epoch }, reason }) => ({ id, epoch, reason }))
  await sql`
    update notification set state = 'DROPPED', due_at = null, lease_until = null, settled_at = ${at}, reason = drops.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as drops (id bigint, epoch bigint, reason text)
    where notification.id = drops.id and notification.epoch = drops.epoch and state = 'READY'`.execute(db)
}
