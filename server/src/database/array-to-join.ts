import { type RawBuilder, sql } from 'kysely'

/**
 * Texts to look rows up by, as an array for `= any(…)` or `unnest(…)`, of which PostgreSQL does not look how many there are when
 * it plans. Told that there is one, it finds a plan for this one cheaper than the plan for any number, and so plans the
 * prepared statement anew at every call, which takes several times as long as answering it.
 */
export function arrayToJoin(texts: readonly string[]): RawBuilder<string[]> {
  return sql`(select ${[...texts]}::text[])`
}
