import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { keyOfLetter, keyOfRepeat } from './outbox.ts'

/** What has become of a letter so far. Whom it is for and what it says is not told. */
export interface LetterFate {
  kind: string
  /** It was sent once more, beside the first. */
  isRepeat: boolean
  queuedAt: Instant
  deliveredAt: Instant | null
  /** When it was given up. */
  refusedAt: Instant | null
  nextTryAt: Instant
  tries: number
  /** What the mail server said to the last try in vain, without any address. */
  lastError: string | null
}

/** The letters of these kinds about something, in the order they were queued; those of over 90 days ago are deleted. */
export async function fatesOfLetters(db: Db, kinds: readonly string[], subject: string): Promise<LetterFate[]> {
  const keys = kinds.map((kind) => keyOfLetter(kind, subject))
  const { rows } = await fatesQuery(keys).execute(db)
  return rows.map(({ dedupeKey, ...fate }) => ({
    ...fate,
    isRepeat: keys.some((key) => dedupeKey.startsWith(keyOfRepeat(key))),
  }))
}

/** The query behind `fatesOfLetters`, for those who want its plan. */
export function fatesQuery(keys: readonly string[]): RawBuilder<LetterFate & { dedupeKey: string }> {
  const isAbout = sql.join(
    keys.map((key) => sql`starts_with(dedupe_key, ${key})`),
    sql` or `,
  )
  return sql`
    select kind, dedupe_key as "dedupeKey", queued_at as "queuedAt", delivered_at as "deliveredAt",
      refused_at as "refusedAt", next_try_at as "nextTryAt", tries, last_error as "lastError"
    from letter where ${isAbout} order by id`
}
