import type pg from 'pg'
import type { Db, Tx } from './connect.ts'

/**
 * Runs a transaction and tells a commit that was not answered from every other failure, after which nothing is recorded.
 * @param hasWritten whether the transaction with this result has anything to commit
 * @throws CommitUnanswered
 */
export async function committed<Result>(
  db: Db,
  write: (tx: Tx) => Promise<Result>,
  hasWritten: (result: Result) => boolean,
): Promise<Result> {
  let isWritten = false
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await write(tx)
      isWritten = hasWritten(result)
      return result
    })
  } catch (error) {
    // No constraint is checked as late as in the commit, so an error there only means that its answer was lost.
    throw isWritten ? new CommitUnanswered('The commit was not answered', { cause: error }) : error
  }
}

/**
 * Thrown when the database went away before it answered a commit: nobody knows then whether the transaction is recorded
 * until the database can be asked again.
 */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered'
}

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
