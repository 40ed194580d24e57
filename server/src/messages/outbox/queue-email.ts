import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { type NewEmail, keyOfEmail, keyOfRepeat } from '../../wording/customer-email.ts'
import type { EmailReport } from './message.ts'

/** In the transaction that causes it, so that both exist or neither does (P4). A known dedupe key changes nothing. */
export async function queueEmail(tx: Tx, email: NewEmail, now: Instant): Promise<void> {
  await insertEmail(tx, email, now).execute()
}

/** The statement of `queueEmail`, to be sent together with others. */
export function insertEmail(tx: Tx, email: NewEmail, now: Instant) {
  return tx
    .insertInto('email')
    .values({
      kind: email.template,
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

/** Waiting or delivered. An email that was given up is neither. */
export async function isQueued(tx: Tx, dedupeKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('email')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** With its repeats, if not delivered: what it says is no longer true. One being sent now still arrives. */
export async function withdrawEmails(tx: Tx, dedupeKey: string): Promise<number> {
  const withdrawn = await sql`
    delete from email where delivered_at is null and refused_at is null
      and (dedupe_key = ${dedupeKey} or starts_with(dedupe_key, ${keyOfRepeat(dedupeKey)}))`.execute(tx)
  return Number(withdrawn.numAffectedRows ?? 0n)
}

/** Makes a waiting email due at once. False when it is being sent, or no longer waiting. */
export async function redirectEmail(tx: Tx, { dedupeKey, recipient }: NewEmail, now: Instant): Promise<boolean> {
  const redirected = await tx
    .updateTable('email')
    .set({ recipient, next_try_at: now })
    .where('dedupe_key', '=', dedupeKey)
    .where('tries', '=', 0)
    .executeTakeFirst()
  return redirected.numUpdatedRows === 1n
}

/** Without its recipient and its text. */
export interface EmailStatus {
  kind: string
  /** Sent again, in addition to the first one. */
  isRepeat: boolean
  queuedAt: Instant
  deliveredAt: Instant | null
  refusedAt: Instant | null
  /** Accepted, and reported as undelivered later. */
  cameBackAt: Instant | null
  nextTryAt: Instant
  tries: number
  /** The mail server's answer to the last failed try, without any address. */
  lastError: string | null
}

/** As queued, for this subject. Older than 90 days, they are deleted. */
export async function emailStatuses(db: Db, kinds: readonly string[], subject: string): Promise<EmailStatus[]> {
  const keys = kinds.map((kind) => keyOfEmail(kind, subject))
  const { rows } = await statusQuery(keys).execute(db)
  return rows.map(({ dedupeKey, ...status }) => ({
    ...status,
    isRepeat: keys.some((key) => dedupeKey.startsWith(keyOfRepeat(key))),
  }))
}

/** Exported for the test of its plan. */
export function statusQuery(keys: readonly string[]): RawBuilder<EmailStatus & { dedupeKey: string }> {
  const isAbout = sql.join([sql`false`, ...keys.map((key) => sql`starts_with(dedupe_key, ${key})`)], sql` or `)
  return sql`
    select kind, dedupe_key as "dedupeKey", queued_at as "queuedAt", delivered_at as "deliveredAt",
      refused_at as "refusedAt", came_back_at as "cameBackAt", next_try_at as "nextTryAt", tries, last_error as "lastError"
    from email where ${isAbout} order by id`
}

/** Where an email of the outbox went; null when it is none, or was swept away. */
export async function emailCameBack(
  db: Db,
  { email: { id }, kind, status }: EmailReport,
  at: Instant,
): Promise<{ address: string; leftAt: Instant } | null> {
  const email = await db
    .selectFrom('email')
    .select(['recipient', 'queued_at', 'delivered_at', 'came_back_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!email) return null
  if (kind === 'failed' && email.came_back_at === null)
    await db
      .updateTable('email')
      .set({
        came_back_at: at,
        last_error: status === null ? 'the mail server gave no reason' : `the mail server reported ${status}`,
      })
      .where('id', '=', id)
      .where('came_back_at', 'is', null)
      .execute()
  return { address: email.recipient.toLowerCase(), leftAt: email.delivered_at ?? email.queued_at }
}

/** An email as `stillStands` is asked about it. */
export interface QueuedEmail {
  kind: string
  dedupeKey: string
}

/** Whether what an email says still stands, asked just before each try. One that does not is withdrawn. */
export type StillStands = (email: QueuedEmail) => Promise<boolean>
