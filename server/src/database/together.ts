import { type OperationNodeSource, sql } from 'kysely'
import type { Tx } from './connect.ts'

/** A statement that is not sent yet, whether it was built or written. */
export type Statement = OperationNodeSource

/**
 * Sends several writes as one statement, because handing over each by itself costs more than most of them do. A write
 * may select from what an earlier one returns, by its name, and then happens after it. In every other way they are
 * blind to one another: each sees what was there before all of them.
 */
export async function together(tx: Tx, writes: Readonly<Record<string, Statement>>): Promise<void> {
  const parts = Object.entries(writes).map(([name, write]) => sql`${sql.id(name)} as (${write})`)
  await sql`with ${sql.join(parts)} select`.execute(tx)
}
