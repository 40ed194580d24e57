import type { ParsedBodyOf } from '@portal/contract/call'
import {
  type CustomerMessage,
  type CustomerMessages,
  type MessageResult,
  listCustomerMessages,
  repeatMessage,
} from '@portal/contract/customer-messages'
import { type Instant, epochOf, later } from '@portal/contract/dates'
import { type AccountNumber, CheckoutPublicId, type PersonId } from '@portal/contract/ids'
import { type AccountNews, type NotificationChannel, notificationTexts } from '@portal/contract/notifications'
import type { StopReason } from '@portal/contract/stopped-addresses'
import { maskEmail } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AdminCaller } from '../caller.ts'
import type { Db, Tx } from '../database/connect.ts'
import { arrayToJoin } from '../database/sql.ts'
import type { NotificationState } from '../database/tables/notifications.ts'
import type { Deps } from '../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../foundation/audit.ts'
import { emailWork, keyOfRepeat, queueEmail } from '../foundation/messages/outbox.ts'
import { nameOfTemplate, repeatableTemplate, staffTemplates } from '../foundation/messages/templates.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import { adminRoute } from '../http/route.ts'
import { newsWork } from '../notifications/deliver.ts'
import { repeatNotification } from '../notifications/repeat.ts'
import { mayRepeat } from '../notifications/rules.ts'
import { keptDays } from '../notifications/sent.ts'
import { receiptTemplate, receiptTo } from '../payments/emails.ts'
import { lockCheckout, readById, readByPublicId } from '../payments/records/checkouts.ts'
import { refuse } from '../refusal.ts'

/** For whoever has the customer on the phone: what was sent, what became of it, and sending it again. */
export function customerMessageRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, listCustomerMessages, async ({ session, body, ...origin }) => {
    await consume(deps, 'messageListsPerAdmin', String(session.adminUserId))
    const customer = await findCustomer(deps, body.personId)
    if (body.beforeEmail === undefined && body.beforeNotification === undefined) {
      const event = { actor: actorOf(session), action: 'messages-seen', subject: subjectOf(customer) } as const
      await recordAudit(deps.db, event, origin, deps.clock.now())
    }
    return await readMessages(deps, customer, body)
  })
  adminRoute(app, repeatMessage, async ({ session, body, ...origin }) => {
    await consume(deps, 'repeatsPerAdmin', String(session.adminUserId))
    await consume(deps, 'repeatsPerCustomer', body.personId)
    const again = body.source === 'email' ? repeatEmail : repeatNews
    await again(deps, session, body, origin)
    return { repeated: true as const }
  })
}

interface Customer {
  personId: PersonId
  webUserId: number | null
  username: string
  /** In small letters: the one on file, and those that were confirmed. */
  emails: readonly string[]
  numbers: readonly string[]
}

/** @throws BillingSystemDown */
async function findCustomer({ db, billing }: Pick<Deps, 'db' | 'billing'>, personId: PersonId): Promise<Customer> {
  const [onFile, { rows }] = await Promise.all([
    billing.emailAddresses([personId]),
    sql<{ webUserId: number; username: string; channel: NotificationChannel | null; address: string | null }>`
      select web_user.id as "webUserId", username, channel, address from web_user
      left join proven_address proven on proven.web_user_id = web_user.id and proven_at is not null
      where person_id = ${personId}`.execute(db),
  ])
  const proven = (wanted: NotificationChannel): string[] =>
    rows.flatMap(({ channel, address }) => (channel === wanted && address !== null ? [address] : []))
  const email = onFile.get(personId)?.toLowerCase()
  const emails = [...new Set([...(email === undefined ? [] : [email]), ...proven('email')])]
  const [user] = rows
  return {
    personId,
    webUserId: user?.webUserId ?? null,
    username: user?.username ?? '',
    emails,
    numbers: proven('text'),
  }
}

function subjectOf({ username, personId }: Pick<Customer, 'username' | 'personId'>): string {
  return username || `person ${personId}`
}

const page = 20

async function readMessages(
  { db, clock }: Deps,
  customer: Customer,
  { beforeEmail, beforeNotification }: ParsedBodyOf<typeof listCustomerMessages>,
): Promise<CustomerMessages> {
  const now = clock.now()
  const [stopped, emails, news] = await Promise.all([
    selectStopped(db, customer),
    selectEmails(db, customer.emails, beforeEmail ?? null),
    selectNews(db, customer, { before: beforeNotification ?? null, now }),
  ])
  // Each list is in the order of its numbers, by which it is paged; the newer of the two heads comes first.
  const messages: CustomerMessage[] = []
  while (messages.length < page && emails.length + news.length > 0) {
    const [email, one] = [emails[0], news[0]]
    const next = !one || (email && epochOf(email.at) >= epochOf(one.at)) ? emails.shift() : news.shift()
    if (next) messages.push(next)
  }
  return { stopped, messages, hasMore: emails.length + news.length > 0 }
}

async function selectStopped(db: Db, { emails, numbers }: Customer): Promise<CustomerMessages['stopped']> {
  const { rows } = await sql<{ channel: NotificationChannel; address: string; why: StopReason; since: Instant }>`
    select channel, address, why, since from stopped_address
    where (channel = 'email' and address = any(${[...emails]}::text[]))
      or (channel = 'text' and address = any(${[...numbers]}::text[]))
    order by channel, address`.execute(db)
  return rows.map((row) => ({ ...row, address: mask(row.channel, row.address) }))
}

/** `e***5@example.com`, or the last four digits. */
function mask(channel: NotificationChannel, address: string): string {
  return channel === 'email' ? maskEmail(address) : `***-***-${address.slice(-4)}`
}

interface EmailRow {
  id: number
  kind: string
  recipient: string
  queuedAt: Instant
  deliveredAt: Instant | null
  refusedAt: Instant | null
  lastError: string | null
  hasLink: boolean
}

async function selectEmails(db: Db, addresses: readonly string[], before: number | null): Promise<CustomerMessage[]> {
  const { rows } = await sql<EmailRow>`
    select id, kind, recipient, queued_at as "queuedAt", delivered_at as "deliveredAt", refused_at as "refusedAt",
      last_error as "lastError", link_nonce is not null as "hasLink"
    from unnest(${arrayToJoin(addresses)}) as asked (address),
    lateral (
      select id, kind, recipient, queued_at, delivered_at, refused_at, last_error, link_nonce
      from letter where lower(recipient) = asked.address and kind <> all(${[...staffTemplates]}::text[])
        and (${before}::bigint is null or id < ${before}::bigint)
      order by id desc limit ${page + 1}::int) as email
    order by id desc limit ${page + 1}::int`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    source: 'email',
    name: capitalized(nameOfTemplate(row.kind)),
    channel: 'email',
    accountId: '',
    address: mask('email', row.recipient),
    at: row.deliveredAt ?? row.refusedAt ?? row.queuedAt,
    result: emailResult(row),
    reason: row.deliveredAt === null ? (row.lastError ?? '') : '',
    mayRepeat: mayRepeatEmail(row),
  }))
}

function emailResult({ deliveredAt, refusedAt }: EmailRow): MessageResult {
  if (deliveredAt !== null) return 'sent'
  return refusedAt === null ? 'waiting' : 'notDelivered'
}

/** One that waits leaves anyway. */
function mayRepeatEmail(email: Pick<EmailRow, 'kind' | 'hasLink' | 'deliveredAt' | 'refusedAt'>): boolean {
  const { kind, hasLink, deliveredAt, refusedAt } = email
  return repeatableTemplate(kind) !== null && !hasLink && (deliveredAt ?? refusedAt) !== null
}

function capitalized(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
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

async function selectNews(
  db: Db,
  { webUserId }: Customer,
  { before, now }: { before: number | null; now: Instant },
): Promise<CustomerMessage[]> {
  if (webUserId === null) return []
  const { rows } = await sql<{
    id: number
    kind: AccountNews
    channel: NotificationChannel
    accountId: AccountNumber
    address: string | null
    at: Instant
    state: NotificationState
    reason: string | null
    expiresAt: Instant
  }>`
    select id, kind, channel, account_id as "accountId", address, coalesce(settled_at, found_at) as at, state, reason,
      expires_at as "expiresAt"
    from notification
    where web_user_id = ${webUserId} and found_at > ${later(now, -keptDays * 24 * 60 * 60_000)}
      and reason is distinct from 'baseline' and (${before}::bigint is null or id < ${before}::bigint)
    order by id desc limit ${page + 1}::int`.execute(db)
  return rows.map(({ kind, state, reason, expiresAt, address, ...row }) => ({
    ...row,
    source: 'notification',
    name: notificationTexts.news[kind],
    address: address === null ? '' : mask(row.channel, address),
    result: resultOf[state],
    reason: reason ?? '',
    mayRepeat: mayRepeat(state, reason) && epochOf(expiresAt) > epochOf(now),
  }))
}

type Wanted = ParsedBodyOf<typeof repeatMessage>

/** @throws Refusal `not-repeatable`; BillingSystemDown */
async function repeatEmail(
  deps: Deps,
  caller: AdminCaller,
  { personId, id }: Wanted,
  origin: AuditOrigin,
): Promise<void> {
  const { db, clock, wake } = deps
  const customer = await findCustomer(deps, personId)
  const row = await db
    .selectFrom('letter')
    .select(['kind', 'dedupe_key as dedupeKey', 'recipient', 'subject', 'body_text as text', 'body_html as html'])
    .select([
      'delivered_at as deliveredAt',
      'refused_at as refusedAt',
      sql<boolean>`link_nonce is not null`.as('hasLink'),
    ])
    .where('id', '=', id)
    .where(sql<boolean>`lower(recipient) = any(${[...customer.emails]}::text[])`)
    .executeTakeFirst()
  const template = row && mayRepeatEmail(row) ? repeatableTemplate(row.kind) : null
  if (!row || template === null) throw refuse(repeatMessage, 'not-repeatable')
  const payment = template === receiptTemplate ? await paymentOf(db, row.dedupeKey) : null
  await db.transaction().execute(async (tx) => {
    const email = template === receiptTemplate ? await receiptNow(tx, deps, payment, row.recipient) : row
    if (email === null) throw refuse(repeatMessage, 'not-repeatable')
    const now = clock.now()
    const [first = ''] = email.dedupeKey.split(keyOfRepeat(''))
    const { recipient, subject, text, html } = email
    await queueEmail(tx, { template, dedupeKey: `${keyOfRepeat(first)}${now}`, recipient, subject, text, html }, now)
    const event = {
      actor: actorOf(caller),
      action: 'message-repeated',
      subject: subjectOf(customer),
      after: { message: capitalized(nameOfTemplate(template)), email: mask('email', recipient) },
    } as const
    await recordAudit(tx, event, origin, now)
  })
  wake(emailWork)
}

async function paymentOf(db: Db, dedupeKey: string): Promise<number | null> {
  const publicId = CheckoutPublicId.safeParse(dedupeKey.slice(receiptTemplate.length + 1).slice(0, 36)).data
  return publicId ? ((await readByPublicId(db, publicId))?.id ?? null) : null
}

/** Written from the records. A refund at this moment comes before, and there is none, or after, and withdraws this one. */
async function receiptNow(tx: Tx, { profile }: Pick<Deps, 'profile'>, id: number | null, recipient: string) {
  if (id === null) return null
  await lockCheckout(tx, id)
  const checkout = await readById(tx, id)
  return checkout ? receiptTo(profile, checkout, recipient) : null
}

/** @throws Refusal `not-repeatable` */
async function repeatNews(
  { db, clock, wake }: Deps,
  caller: AdminCaller,
  { personId, id }: Wanted,
  origin: AuditOrigin,
): Promise<void> {
  const channel = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const repeated = await repeatNotification(tx, { id, personId }, now)
    if (!repeated) throw refuse(repeatMessage, 'not-repeatable')
    const { username: subject, kind } = repeated
    const after = { message: notificationTexts.news[kind], channel: repeated.channel }
    await recordAudit(tx, { actor: actorOf(caller), action: 'message-repeated', subject, after }, origin, now)
    return repeated.channel
  })
  wake(newsWork[channel])
}
