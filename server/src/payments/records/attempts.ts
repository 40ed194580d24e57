import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { GatewayName } from '../../adapters/payment-gateway/port.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { EventDetail } from '../../database/tables/payments.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { inquiredStates, runningStates, undecidedStates } from '../states.ts'
import { lockCheckout, readByIds } from './checkouts.ts'
import { appendEvents } from './events.ts'
import type { StoredCheckout } from './stored-checkout.ts'

/**
 * Oldest first; also unpaid ones that may still turn out charged. The epoch keeps a late process from recording. Of a
 * gateway that this process does not ask, those that others have left open since `abandonedBy`.
 */
export async function leaseInquiries(
  db: Db,
  { gateway, abandonedBy }: { gateway: GatewayName; abandonedBy: Instant },
  now: Instant,
  until: Instant,
  most: number,
): Promise<StoredCheckout[]> {
  const leased = await sql<{ checkout_id: number }>`
    update charge_attempt set lease_until = ${until}, epoch = epoch + 1
    where id = any(array(
      select id from charge_attempt
      where state = any(${[...inquiredStates]}::text[]) and next_look_at <= ${now}
        and (gateway = ${gateway} or sent_at <= ${abandonedBy} and state = any(${[...undecidedStates]}::text[]))
        and (lease_until is null or lease_until <= ${now})
      order by next_look_at limit ${most} for update skip locked))
    returning checkout_id
  `.execute(db)
  return readByIds(
    db,
    leased.rows.map((row) => row.checkout_id),
  )
}

/** False when the lease was lost. */
export async function recordInquiry(db: Db, inquiry: InconclusiveInquiry): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockCheckout(tx, inquiry.checkoutId)
    const row = await tx
      .updateTable('charge_attempt')
      .set({
        looks: sql`looks + 1`,
        misses: inquiry.isMiss ? sql`misses + 1` : sql`misses`,
        listed_at: inquiry.isListed ? sql`coalesce(listed_at, ${inquiry.at}::timestamptz)` : sql`listed_at`,
        next_look_at: inquiry.nextInquiryAt,
        lease_until: null,
      })
      .where('id', '=', inquiry.attemptId)
      .where('epoch', '=', inquiry.epoch)
      .where('state', 'in', inquiredStates)
      .returning('state')
      .executeTakeFirst()
    if (!row) return false
    const { attemptId: subjectId, detail, email } = inquiry
    await appendEvents(tx, inquiry.checkoutId, inquiry.at, [
      { subject: 'attempt', subjectId, from: row.state, to: row.state, detail },
    ])
    if (email) await queueEmail(tx, email, inquiry.at)
    return true
  })
}

/** Records the gateway's tag before the charge is made. False when the attempt was given up meanwhile. */
export async function nameAttempt(db: Db, attemptId: number, tag: string): Promise<boolean> {
  const named = await db
    .updateTable('charge_attempt')
    .set({ transaction_tag: tag })
    .where('id', '=', attemptId)
    .where('state', '=', 'INTENT')
    .where('transaction_tag', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return named !== undefined
}

/** Prefers one sent after the attempt searched for. A tag that a person entered proves nothing: it may be wrong. */
export async function newestListed(
  db: Db,
  { gateway, except, after, listedBy }: CanarySearch,
): Promise<ListedAttempt | null> {
  const known = (which: RawBuilder<unknown>) => sql`(
    select id, reference, transaction_tag, sent_at from charge_attempt
    where gateway = ${gateway} and transaction_tag is not null and id <> ${except ?? 0}::bigint and ${which}
      and not exists (
        select from payment_event settled
        where settled.checkout_id = charge_attempt.checkout_id and settled.subject = 'attempt'
          and settled.from_state = 'ESCALATED' and settled.to_state = 'CHARGED' and settled.detail ? 'by')
    order by sent_at desc, id desc limit 1)`
  const { rows } = await sql<ListedAttempt>`
    select reference, transaction_tag as tag, sent_at as "sentAt" from (
      ${known(sql`sent_at > ${after}::timestamptz and sent_at <= ${listedBy}::timestamptz`)}
      union all ${known(sql`true`)}) as known
    order by sent_at, id limit 1`.execute(db)
  return rows[0] ?? null
}

export async function countUndecided(db: Db): Promise<number> {
  const row = await db
    .selectFrom('charge_attempt')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['UNKNOWN', 'ESCALATED'])
    .executeTakeFirstOrThrow()
  return row.count
}

export interface InconclusiveInquiry {
  checkoutId: number
  attemptId: number
  epoch: number
  at: Instant
  isMiss: boolean
  isListed: boolean
  /** Null when an unpaid attempt needs no more inquiries. */
  nextInquiryAt: Instant | null
  detail: EventDetail
  /** Sent once, however often it is queued. */
  email?: NewEmail | null
}

export interface CanarySearch {
  gateway: GatewayName
  /** The attempt that is searched for, which cannot be its own canary; null for a void or refund. */
  except: number | null
  /** When the attempt was sent. Finding a later transaction proves that the search has got that far. */
  after: Instant
  /** A transaction that was sent later than this may not be listed yet, however well the search works. */
  listedBy: Instant
}

export interface ListedAttempt {
  reference: string
  tag: string
  sentAt: Instant
}

/** One of the two payments with the tag is wrong, and receipts and refunds depend on it. */
export class TagOfAnother extends Error {
  override readonly name = 'TagOfAnother'
}

/** Repairs nothing: if such a charge exists, the engine reverses it and raises an alarm (docs/payments.md). */
export async function makeInquiriesDue(db: Db, references: readonly string[], now: Instant): Promise<void> {
  if (references.length === 0) return
  await db
    .updateTable('charge_attempt')
    .set({ next_look_at: now })
    .where('reference', '=', sql<string>`any(${[...references]}::text[])`)
    .where('state', 'in', ['NOT_CHARGED', 'DECLINED'])
    .execute()
}

/** The next inquiry about an unknown outcome, or about what a bank has, comes at once. */
export async function makeInquiryDue(db: Db, attemptId: number, now: Instant): Promise<void> {
  await db
    .updateTable('charge_attempt')
    .set({ next_look_at: now })
    .where('id', '=', attemptId)
    .where('state', 'in', ['UNKNOWN', ...runningStates])
    .execute()
}

/** Counts an answer about small deposits before anyone compares it. Null when there were too many, or none is awaited. */
export async function takeDepositTry(db: Db, attemptId: number, most: number): Promise<number | null> {
  const taken = await db
    .updateTable('charge_attempt')
    .set({ deposit_tries: sql`deposit_tries + 1` })
    .where('id', '=', attemptId)
    .where('state', '=', 'VERIFYING')
    .where('deposit_tries', '<', most)
    .returning('deposit_tries')
    .executeTakeFirst()
  return taken?.deposit_tries ?? null
}

/** Of an answer that no one compared. */
export async function restoreDepositTry(db: Db, attemptId: number): Promise<void> {
  await db
    .updateTable('charge_attempt')
    .set({ deposit_tries: sql`deposit_tries - 1` })
    .where('id', '=', attemptId)
    .where('deposit_tries', '>', 0)
    .execute()
}

/** `underWay`: the attempt is not asked about yet, as whoever sent it may still get its answer. Null: no such charge. */
export async function makeInquiriesDueOf(
  db: Db,
  { gateway, tag, now }: { gateway: GatewayName; tag: string; now: Instant },
): Promise<'underWay' | 'known' | null> {
  const { rows } = await sql<{ is_under_way: boolean | null }>`
    with looked as (
      update charge_attempt set next_look_at = ${now}
      where transaction_tag = ${tag} and gateway = ${gateway}
        and state = any(${inquiredStates.filter((state) => state !== 'INTENT')}::text[])),
    tried as (
      update reversal set next_try_at = ${now}
      where transaction_tag = ${tag} and gateway = ${gateway} and state = 'UNKNOWN')
    select bool_or(state = 'INTENT') as is_under_way
    from charge_attempt where transaction_tag = ${tag} and gateway = ${gateway}
  `.execute(db)
  const isUnderWay = rows[0]?.is_under_way ?? null
  if (isUnderWay === null) return null
  return isUnderWay ? 'underWay' : 'known'
}

/** Distinguishes these locks from others in PostgreSQL that have two numbers. */
const tagLocks = 1

/** Until the transaction ends. No constraint covers both tables that record tags. Lock the checkout first. */
export async function lockTag(tx: Tx, tag: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tagLocks}, hashtext(${tag}))`.execute(tx)
}

export async function isTagOfAnother(tx: Tx, tag: string, checkoutId: number): Promise<boolean> {
  const { rows } = await sql`
    select from charge_attempt where transaction_tag = ${tag} and checkout_id <> ${checkoutId}`.execute(tx)
  return rows.length > 0
}

/** True also for a reversal that was only requested. */
export async function isTagReversed(tx: Tx, tag: string): Promise<boolean> {
  const { rows } = await sql`select from reversal where transaction_tag = ${tag} limit 1`.execute(tx)
  return rows.length > 0
}
