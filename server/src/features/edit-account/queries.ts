import type { Instant } from '@portal/contract/dates'
import type { Db, Tx } from '../../database/connect.ts'

/** The customer's security question, when it was chosen, and the count of their edits. */
export async function readChosenQuestion(
  db: Db,
  webUserId: number,
): Promise<{ questionId: number; changedAt: Instant; detailsVersion: number }> {
  return await db
    .selectFrom('web_user')
    .select(['security_question_id as questionId', 'question_changed_at as changedAt'])
    .select('details_version as detailsVersion')
    .where('id', '=', webUserId)
    .executeTakeFirstOrThrow()
}

/** The hash of the answer to the customer's security question. */
export async function readAnswerHash(db: Db, webUserId: number): Promise<string> {
  const { security_answer_hash: hash } = await db
    .selectFrom('web_user')
    .select('security_answer_hash')
    .where('id', '=', webUserId)
    .executeTakeFirstOrThrow()
  return hash
}

/** Whether this session was begun by a sign-in at that moment or after it. */
export async function signedInSince(db: Db, sessionId: number, since: Instant): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether there is a security question of that id. */
export async function isQuestion(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('security_question').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/**
 * Counts an edit, unless another one was counted since `detailsVersion` was read.
 * @returns whether it was counted.
 */
export async function countEdit(tx: Tx, webUserId: number, detailsVersion: number): Promise<boolean> {
  const counted = await tx
    .updateTable('web_user')
    .set({ details_version: detailsVersion + 1 })
    .where('id', '=', webUserId)
    .where('details_version', '=', detailsVersion)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

/** Gives the customer another security question and answer. */
export async function replaceQuestion(
  tx: Tx,
  webUserId: number,
  { questionId, answerHash }: { questionId: number; answerHash: string },
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('web_user')
    .set({ security_question_id: questionId, security_answer_hash: answerHash, question_changed_at: now })
    .where('id', '=', webUserId)
    .execute()
}
