import { type OperationNodeSource, sql } from 'kysely'
import type { Tx } from './connect.ts'

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
