import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { keyOfEmail, keyOfRepeat } from './outbox.ts'

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
