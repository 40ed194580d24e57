import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { isSameName } from '../../database/sql.ts'

export interface WebUser {
  id: number
  personId: PersonId
  username: string
  passwordHash: string
  /** It stays locked until a new password is set; null when it is not locked. */
  lockedAt: Instant | null
  securityQuestion: string
  answerHash: string
}

/** Regardless of case. */
export async function findWebUserByName(db: Db | Tx, username: string): Promise<WebUser | null> {
  const row = await selectWebUsers(db).where(isSameName('web_user.username', username)).executeTakeFirst()
  return row ?? null
}

export async function findWebUser(db: Db | Tx, id: number): Promise<WebUser | null> {
  return (await selectWebUsers(db).where('web_user.id', '=', id).executeTakeFirst()) ?? null
}

/** Those who have enrolled, in no particular order. */
export async function findWebUsersOf(db: Db | Tx, persons: readonly PersonId[]): Promise<WebUser[]> {
  return await selectWebUsers(db)
    .where('web_user.person_id', '=', sql<PersonId>`any(${[...persons]}::text[])`)
    .execute()
}

function selectWebUsers(db: Db | Tx) {
  return db
    .selectFrom('web_user')
    .innerJoin('security_question', 'security_question.id', 'web_user.security_question_id')
    .select([
      'web_user.id',
      'web_user.person_id as personId',
      'web_user.username',
      'web_user.password_hash as passwordHash',
      'web_user.locked_at as lockedAt',
      'security_question.text as securityQuestion',
      'web_user.security_answer_hash as answerHash',
    ])
}

interface NewWebUser {
  personId: PersonId
  username: string
  passwordHash: string
  securityQuestionId: number
  /** Of the answer as `answerToCompare` returns it. */
  answerHash: string
}

/** `taken`: the person has enrolled already or somebody else has the name, even at this very moment. */
export async function insertWebUser(db: Db | Tx, user: NewWebUser, now: Instant): Promise<number | 'taken'> {
  const row = await db
    .insertInto('web_user')
    .values({
      person_id: user.personId,
      username: user.username,
      password_hash: user.passwordHash,
      security_question_id: user.securityQuestionId,
      security_answer_hash: user.answerHash,
      locked_at: null,
      created_at: now,
      password_changed_at: now,
      question_changed_at: now,
      signed_in_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? 'taken'
}
