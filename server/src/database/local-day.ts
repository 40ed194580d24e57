import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'

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
