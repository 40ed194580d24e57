import type pg from 'pg'

/**
 * While a statement waits to have a table to itself, everybody else who wants that table queues behind it. So it gives up
 * soon: below PostgreSQL's deadlock_timeout.
 */
const lockTimeout = '300ms'
const restSeconds = 0.25
const mostTries = 1200

/**
 * Does work that needs tables to itself, in one transaction. As long as somebody else holds one of them, such as a report
 * that is read for minutes, the work is undone, the others get their turn, and it is tried again.
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
