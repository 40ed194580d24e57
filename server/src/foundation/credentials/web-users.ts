import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { isSameName } from '../../database/sql.ts'

/** What the check of a customer's password or answer needs to know. */
export interface WebUser {
  id: number
  personId: PersonId
  username: string
  passwordHash: string
  /** When the login was locked; it stays locked until a new password is set. Null when it is not locked. */
  lockedAt: Instant | null
  securityQuestion: string
  answerHash: string
}

/** The customer of that name, regardless of case. */
export async function findWebUserByName(db: Db | Tx, username: string): Promise<WebUser | null> {
  const row = await selectWebUsers(db).where(isSameName('web_user.username', username)).executeTakeFirst()
  return row ?? null
}

/** The customer with that id. */
export async function findWebUser(db: Db | Tx, id: number): Promise<WebUser | null> {
  return (await selectWebUsers(db).where('web_user.id', '=', id).executeTakeFirst()) ?? null
}

/** Those of these persons who have enrolled, in no particular order. */
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

/** A new customer's login; the hashes are made by `hashSecret`. */
interface NewWebUser {
  personId: PersonId
  username: string
  passwordHash: string
  securityQuestionId: number
  /** Hash of the answer as `answerToCompare` returns it. */
  answerHash: string
}

/**
 * Enrols a customer.
 * @returns the new id; `taken` when the person has enrolled already or somebody else has the name, even when both
 *   happen at the same moment.
 */
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
