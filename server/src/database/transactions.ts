import type pg from 'pg'
import type { Db, Tx } from './connect.ts'

/** Tells a commit that was not answered from failures after which nothing is recorded. @throws CommitUnanswered */
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

/** Nobody knows whether the transaction is recorded until the database can be asked again. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered'
}

/** Others queue behind a wait for a whole table, so it ends soon: before PostgreSQL's deadlock_timeout. */
const lockTimeout = '300ms'
const restSeconds = 0.25
const mostTries = 1200

/** For locks of whole tables: rolled back and tried again while another holds one. @throws Error after minutes */
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
