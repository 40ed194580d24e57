import { type RawBuilder, sql } from 'kysely'

/**
 * Texts to look up, as an array for `= any(…)` or `unnest(…)` whose length PostgreSQL cannot see while it plans. For an
 * array that it sees has one element, it would plan the prepared statement again at every call, and planning takes
 * several times as long as answering.
 */
export function arrayToJoin(texts: readonly string[]): RawBuilder<string[]> {
  return sql`(select ${[...texts]}::text[])`
}
