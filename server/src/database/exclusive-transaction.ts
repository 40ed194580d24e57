import type pg from 'pg'

/**
 * While a statement waits for a whole table, all other statements on that table queue behind it. So it gives up soon:
 * before PostgreSQL's deadlock_timeout.
 */
const lockTimeout = '300ms'
const restSeconds = 0.25
const mostTries = 1200

/**
 * Does work that locks whole tables, in one transaction. While another transaction holds one of them, such as a report
 * that is read for minutes, the work is rolled back, the waiting statements get their turn, and the work is tried
 * again.
 * @throws Error when a table has been held for minutes; nothing has changed then.
 */
export async function exclusiveTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    await client.query(`begin; set local lock_timeout = '${lockTimeout}'`)
    try {
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || tries === mostTries) throw error
      await client.query(`select pg_sleep(${restSeconds})`)
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
