import type { Instant } from '@portal/contract/dates'
import { type OperationNodeSource, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './connect.ts'

/**
 * Texts to look up, as an array for `= any(…)` or `unnest(…)` whose length PostgreSQL cannot see while it plans. For an
 * array that it sees has one element, it would plan the prepared statement again at every call, and planning takes
 * several times as long as answering.
 */
export function arrayToJoin(texts: readonly string[]): RawBuilder<string[]> {
  return sql`(select ${[...texts]}::text[])`
}

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

/** An operand of an expression: a parameter, or a piece of SQL. */
type Operand = string | RawBuilder<unknown>

/**
 * The instant at which a calendar date begins in a time zone. The types are written out because COPY gets plain
 * literals.
 */
export function startOfDay(date: Operand, timeZone: Operand): RawBuilder<Instant> {
  return sql`(${date}::date::timestamp at time zone ${timeZone}::text)`
}

/** The instant at which a calendar date ends in a time zone: the first one that no longer belongs to it. */
export function endOfDay(date: Operand, timeZone: Operand): RawBuilder<Instant> {
  return sql`((${date}::date + 1)::timestamp at time zone ${timeZone}::text)`
}

/** A statement that has not been sent yet, made with the query builder or written as SQL. */
export type Statement = OperationNodeSource

/**
 * Sends several writes as one statement, because sending each by itself costs more than most of them do. A write may
 * select from what an earlier one returns, by its name, and then happens after it. Otherwise the writes do not see one
 * another: each sees the data as they were before all of them.
 */
export async function together(tx: Tx, writes: Readonly<Record<string, Statement>>): Promise<void> {
  const parts = Object.entries(writes).map(([name, write]) => sql`${sql.id(name)} as (${write})`)
  await sql`with ${sql.join(parts)} select`.execute(tx)
}
