import type { ParsedBodyOf } from '@portal/contract/call'
import type {
  CustomerMessage,
  CustomerMessages,
  MessageResult,
  listCustomerMessages,
} from '@portal/contract/customer-messages'
import { type Instant, epochOf, later } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { MessageKind, NotificationChannel } from '@portal/contract/notifications'
import { notificationTexts } from '@portal/contract/notifications-texts'
import type { StopReason } from '@portal/contract/stopped-addresses'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { arrayToJoin } from '../../database/sql.ts'
import type { NotificationState } from '../../database/tables/notifications.ts'
import type { Deps } from '../../deps.ts'
import { mayRepeat } from '../../messages/outbox/moves.ts'
import { keptDays } from '../../messages/views/sent.ts'
import { staffTemplates, titleOfTemplate } from '../../wording/templates.ts'
import { type Customer, mask } from './customer.ts'
import { mayRepeatEmail } from './send-again.ts'

const page = 20

/** Of the person, whatever the account. */
export async function readMessages(
  { db, clock }: Deps,
  customer: Customer,
  { beforeEmail, beforeNotification }: ParsedBodyOf<typeof listCustomerMessages>,
): Promise<CustomerMessages> {
  const now = clock.now()
  const [stopped, emails, notifications] = await Promise.all([
    selectStopped(db, customer),
    selectEmails(db, customer.emails, beforeEmail ?? null),
    selectNotifications(db, customer, { before: beforeNotification ?? null, now }),
  ])
  // Each list is in the order of its numbers, by which it is paged; the newer of the two heads comes first.
  const messages: CustomerMessage[] = []
  while (messages.length < page && emails.length + notifications.length > 0) {
    const [email, one] = [emails[0], notifications[0]]
    const next = !one || (email && epochOf(email.at) >= epochOf(one.at)) ? emails.shift() : notifications.shift()
    if (next) messages.push(next)
  }
  return { stopped, messages, hasMore: emails.length + notifications.length > 0 }
}

async function selectStopped(db: Db, { emails, numbers }: Customer): Promise<CustomerMessages['stopped']> {
  const { rows } = await sql<{ channel: NotificationChannel; address: string; why: StopReason; since: Instant }>`
    select channel, address, why, since from stopped_address
    where (channel = 'email' and address = any(${[...emails]}::text[]))
      or (channel = 'text' and address = any(${[...numbers]}::text[]))
    order by channel, address`.execute(db)
  return rows.map((row) => ({ ...row, address: mask(row.channel, row.address) }))
}

interface EmailRow {
  id: number
  kind: string
  recipient: string
  queuedAt: Instant
  deliveredAt: Instant | null
  refusedAt: Instant | null
  cameBackAt: Instant | null
  lastError: string | null
  hasLink: boolean
}

async function selectEmails(db: Db, addresses: readonly string[], before: number | null): Promise<CustomerMessage[]> {
  const { rows } = await sql<EmailRow>`
    select id, kind, recipient, queued_at as "queuedAt", delivered_at as "deliveredAt", refused_at as "refusedAt",
      came_back_at as "cameBackAt", last_error as "lastError", link_nonce is not null as "hasLink"
    from unnest(${arrayToJoin(addresses)}) as asked (address),
    lateral (
      select id, kind, recipient, queued_at, delivered_at, refused_at, came_back_at, last_error, link_nonce
      from email where lower(recipient) = asked.address and kind <> all(${[...staffTemplates]}::text[])
        and (${before}::bigint is null or id < ${before}::bigint)
      order by id desc limit ${page + 1}::int) as email
    order by id desc limit ${page + 1}::int`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    source: 'email',
    name: titleOfTemplate(row.kind),
    channel: 'email',
    accountId: '',
    subject: '',
    address: mask('email', row.recipient),
    at: row.cameBackAt ?? row.deliveredAt ?? row.refusedAt ?? row.queuedAt,
    result: emailResult(row),
    reason: row.lastError ?? '',
    mayRepeat: mayRepeatEmail(row),
  }))
}

/** One that a mail server has taken may come back later. */
function emailResult({ deliveredAt, refusedAt, cameBackAt }: EmailRow): MessageResult {
  if ((cameBackAt ?? refusedAt) !== null) return 'notDelivered'
  return deliveredAt === null ? 'waiting' : 'sent'
}

const resultOf = {
  HELD: 'waiting',
  READY: 'waiting',
  HANDING_OVER: 'waiting',
  ACCEPTED: 'sent',
  DELIVERED: 'delivered',
  UNDELIVERED: 'notDelivered',
  REFUSED: 'notDelivered',
  UNKNOWN: 'unknown',
  DROPPED: 'notSent',
} as const satisfies Record<NotificationState, MessageResult>

async function selectNotifications(
  db: Db,
  { webUserId }: Customer,
  { before, now }: { before: number | null; now: Instant },
): Promise<CustomerMessage[]> {
  if (webUserId === null) return []
  const { rows } = await sql<{
    id: number
    kind: MessageKind
    channel: NotificationChannel
    accountId: AccountNumber
    subject: string
    address: string | null
    at: Instant
    state: NotificationState
    reason: string | null
    expiresAt: Instant
  }>`
    select notification.id, kind, channel, account_id as "accountId", coalesce(subject, '') as subject, address, coalesce(settled_at, found_at) as at,
      notification.state, reason,
      expires_at as "expiresAt"
    from notification left join broadcast on broadcast.id = broadcast_id
    where web_user_id = ${webUserId} and found_at > ${later(now, -keptDays * 24 * 60 * 60_000)}
      and reason is distinct from 'baseline' and (${before}::bigint is null or notification.id < ${before}::bigint)
    order by notification.id desc limit ${page + 1}::int`.execute(db)
  return rows.map(({ kind, state, reason, expiresAt, address, ...row }) => ({
    ...row,
    source: 'notification',
    name: notificationTexts.kinds[kind],
    address: address === null ? '' : mask(row.channel, address),
    result: resultOf[state],
    reason: reason ?? '',
    mayRepeat: mayRepeat(state, reason) && epochOf(expiresAt) > epochOf(now),
  }))
}
