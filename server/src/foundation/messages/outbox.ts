import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { type EmailContent, type EmailProfile, layOutEmail } from './email-layout.ts'

/** A letter that something in the product has caused. */
export interface NewEmail {
  /** What kind of letter, such as `payment-confirmation`; for reports and metrics. */
  kind: string
  /** Identifies the cause. One cause queues one letter, however often it is reported. */
  dedupeKey: string
  /** One e-mail address. */
  recipient: string
  subject: string
  text: string
  html: string
  /** The earliest time to send it; at once when left out. */
  notBefore?: Instant
  /** The nonce, from `newLink`, of the link whose secret replaces `linkMark`. */
  linkNonce?: string
}

/** The name by which to wake the delivery, once the transaction that queued a letter has committed. */
export const emailWork = 'letters'

/**
 * Queues a letter in the transaction that causes it, so that both exist or neither does (P4). Queueing the same dedupe
 * key again changes nothing, even after the letter was sent, for as long as letters are kept.
 */
export async function queueEmail(tx: Tx, email: NewEmail, now: Instant): Promise<void> {
  await insertEmail(tx, email, now).execute()
}

/** The statement of `queueEmail`, to be sent together with others. */
export function insertEmail(tx: Tx, email: NewEmail, now: Instant) {
  return tx
    .insertInto('letter')
    .values({
      kind: email.kind,
      dedupe_key: email.dedupeKey,
      recipient: email.recipient,
      subject: email.subject,
      body_text: email.text,
      body_html: email.html,
      queued_at: now,
      next_try_at: email.notBefore ?? now,
      link_nonce: email.linkNonce ?? null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
}

/** Whether this letter is waiting or delivered. A letter that was given up is neither. */
export async function isQueued(tx: Tx, dedupeKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('letter')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The dedupe key of the one letter of a kind about something. */
export function keyOfEmail(kind: string, subject: string): string {
  return `${kind}-${subject}`
}

/** The beginning of the dedupe key of a letter that is sent again. */
export function keyOfRepeat(dedupeKey: string): string {
  return `${dedupeKey}-again-`
}

/**
 * Withdraws a letter that has not been delivered, and its repeats, because what it says is no longer true. A letter
 * that is being sent at this moment still arrives.
 * @returns how many there were.
 */
export async function withdrawEmails(tx: Tx, dedupeKey: string): Promise<number> {
  const withdrawn = await sql`
    delete from letter where delivered_at is null and refused_at is null
      and (dedupe_key = ${dedupeKey} or starts_with(dedupe_key, ${keyOfRepeat(dedupeKey)}))`.execute(tx)
  return Number(withdrawn.numAffectedRows ?? 0n)
}

/**
 * Redirects a waiting letter to another recipient and makes it due at once.
 * @returns false when it is already being sent, or no longer waiting.
 */
export async function redirectEmail(tx: Tx, { dedupeKey, recipient }: NewEmail, now: Instant): Promise<boolean> {
  const redirected = await tx
    .updateTable('letter')
    .set({ recipient, next_try_at: now })
    .where('dedupe_key', '=', dedupeKey)
    .where('tries', '=', 0)
    .executeTakeFirst()
  return redirected.numUpdatedRows === 1n
}

/** What has become of a letter so far, without its recipient and its text. */
export interface EmailFate {
  kind: string
  /** Whether the letter was sent again, in addition to the first one. */
  isRepeat: boolean
  queuedAt: Instant
  deliveredAt: Instant | null
  /** When it was given up. */
  refusedAt: Instant | null
  nextTryAt: Instant
  tries: number
  /** What the mail server answered to the last failed try, without any address. */
  lastError: string | null
}

/**
 * The letters of these kinds about something, in the order they were queued. Letters older than 90 days are deleted.
 */
export async function fatesOfEmails(db: Db, kinds: readonly string[], subject: string): Promise<EmailFate[]> {
  const keys = kinds.map((kind) => keyOfEmail(kind, subject))
  const { rows } = await fatesQuery(keys).execute(db)
  return rows.map(({ dedupeKey, ...fate }) => ({
    ...fate,
    isRepeat: keys.some((key) => dedupeKey.startsWith(keyOfRepeat(key))),
  }))
}

/** The query behind `fatesOfEmails`, for the test of its plan. */
export function fatesQuery(keys: readonly string[]): RawBuilder<EmailFate & { dedupeKey: string }> {
  const isAbout = sql.join(
    keys.map((key) => sql`starts_with(dedupe_key, ${key})`),
    sql` or `,
  )
  return sql`
    select kind, dedupe_key as "dedupeKey", queued_at as "queuedAt", delivered_at as "deliveredAt",
      refused_at as "refusedAt", next_try_at as "nextTryAt", tries, last_error as "lastError"
    from letter where ${isAbout} order by id`
}

/** A letter to be queued: the utility's name is put before its subject, and its content laid out in the utility's frame. */
export function writeEmail(
  profile: EmailProfile,
  { heading, parts, ...email }: Omit<NewEmail, 'text' | 'html'> & EmailContent,
): NewEmail {
  return { ...email, ...layOutEmail({ subject: email.subject, heading, parts }, profile) }
}
