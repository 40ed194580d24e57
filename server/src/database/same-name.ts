import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether the username in a column is the one that was typed. Capitals do not tell two names apart; which letters go
 * together is up to the database. But a letter of ASCII goes with no other: the small letter of `İ` is `i` in many
 * databases, and still `İt` is not `it`.
 */
export function isSameName(column: string, typed: string): RawBuilder<SqlBool> {
  const name = sql`${typed}::text`
  return sql<SqlBool>`lower(${sql.ref(column)}) = lower(${name}) and ${bareOf(sql.ref(column))} = ${bareOf(name)}`
}

/** The name in small letters of ASCII, with a mark for each other character. */
function bareOf(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(lower(${name} collate "C"), '[^ -~]', '?', 'g')`
}
