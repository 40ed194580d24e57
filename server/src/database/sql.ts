import type { Instant } from '@portal/contract/dates'
import { type OperationNodeSource, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './connect.ts'

/** Hides the length from PostgreSQL, which would plan statements for single elements again at every call. */
export function arrayToJoin(texts: readonly string[]): RawBuilder<string[]> {
  return sql`(select ${[...texts]}::text[])`
}

/** Ignores capitals. A letter of ASCII goes with no other: `İt` is not `it`, although its `İ` becomes `i`. */
export function isSameName(column: string, typed: string): RawBuilder<SqlBool> {
  const name = sql`${typed}::text`
  return sql<SqlBool>`lower(${sql.ref(column)}) = lower(${name}) and ${bareOf(sql.ref(column))} = ${bareOf(name)}`
}

/** In small letters of ASCII, with a mark for each other character. */
function bareOf(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(lower(${name} collate "C"), '[^ -~]', '?', 'g')`
}

type Operand = string | RawBuilder<unknown>

/** The types are written out because COPY gets plain literals. */
export function startOfDay(date: Operand, timeZone: Operand): RawBuilder<Instant> {
  return sql`(${date}::date::timestamp at time zone ${timeZone}::text)`
}

/** The first instant that no longer belongs to the date. */
export function endOfDay(date: Operand, timeZone: Operand): RawBuilder<Instant> {
  return sql`((${date}::date + 1)::timestamp at time zone ${timeZone}::text)`
}

export type Statement = OperationNodeSource

/**
 * In one statement, which costs less. A write sees only what it selects by name from earlier ones.
 * @returns how many rows `counted` returns, one of the writes
 */
export async function inOneStatement(
  tx: Tx,
  writes: Readonly<Record<string, Statement>>,
  counted?: string,
): Promise<number> {
  const parts = Object.entries(writes).map(([name, write]) => sql`${sql.id(name)} as (${write})`)
  const { rows } = await sql`with ${sql.join(parts)} select ${counted ? sql`from ${sql.id(counted)}` : sql``}`.execute(
    tx,
  )
  return rows.length
}

/** What a column becomes, by the value that it has; any other stays. */
export function stepped(column: string, steps: Readonly<Record<string, string>>): RawBuilder<string> {
  const whens = Object.entries(steps).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`)
  return sql`case ${sql.ref(column)} ${sql.join(whens, sql` `)} else ${sql.ref(column)} end`
}
