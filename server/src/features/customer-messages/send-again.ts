import type { ParsedBodyOf } from '@portal/contract/call'
import { repeatMessage } from '@portal/contract/customer-messages'
import type { Instant } from '@portal/contract/dates'
import { CheckoutPublicId } from '@portal/contract/ids'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { emailWork, notificationWork } from '../../messages/outbox/message.ts'
import { repeatNotification } from '../../messages/outbox/moves.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { receiptTemplate, receiptTo } from '../../payments/emails.ts'
import { lockCheckout, readById, readByPublicId } from '../../payments/records/checkouts.ts'
import { refuse } from '../../refusal.ts'
import { keyOfRepeat } from '../../wording/customer-email.ts'
import { repeatableTemplate, titleOfTemplate } from '../../wording/templates.ts'
import { findCustomer, mask, subjectOf } from './customer.ts'

type Wanted = ParsedBodyOf<typeof repeatMessage>

/** @throws Refusal `not-repeatable`; BillingSystemDown */
export async function sendEmailAgain(
  deps: Deps,
  caller: AdminCaller,
  { personId, id }: Wanted,
  origin: AuditOrigin,
): Promise<void> {
  const { db, clock, wake } = deps
  const customer = await findCustomer(deps, personId)
  const row = await db
    .selectFrom('email')
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
      after: { message: titleOfTemplate(template), email: mask('email', recipient) },
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
export async function sendNotificationAgain(
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
    const after = { message: notificationTexts.kinds[kind], channel: repeated.channel }
    await recordAudit(tx, { actor: actorOf(caller), action: 'message-repeated', subject, after }, origin, now)
    return repeated.channel
  })
  wake(notificationWork[channel])
}

interface StoredEmail {
  kind: string
  hasLink: boolean
  deliveredAt: Instant | null
  refusedAt: Instant | null
}

/** One that waits leaves anyway. */
export function mayRepeatEmail(email: StoredEmail): boolean {
  const { kind, hasLink, deliveredAt, refusedAt } = email
  return repeatableTemplate(kind) !== null && !hasLink && (deliveredAt ?? refusedAt) !== null
}
