import type pg from 'pg'
import { expect } from 'vitest'

/** A statement that changes a row. */
interface Change {
  sql: string
  values: unknown[]
}

/**
 * Runs `work` while another transaction changes a row. That transaction commits once `work` waits for the row.
 * @param meanwhile what else happens while it waits
 */
export async function whileChanged<Result>(
  pool: pg.Pool,
  { sql, values }: Change,
  work: () => Promise<Result>,
  meanwhile: () => void = () => undefined,
): Promise<Result> {
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(sql, values)
    const working = work()
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    meanwhile()
    await other.query('commit')
    return await working
  } finally {
    // Closes the connection, so that a test that fails here leaves no row locked that later tests need.
    other.release(true)
  }
}
