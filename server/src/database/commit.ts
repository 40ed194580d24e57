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
