import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** What is needed of a customer's login to judge a password or an answer. */
export interface WebUser {
  id: number
  personId: PersonId
  username: string
  passwordHash: string
  /** When the login was locked, until the password is set anew; null when it is not locked. */
  lockedAt: Instant | null
  securityQuestion: string
  answerHash: string
}

/** The customer of that name, regardless of case. */
export async function findWebUserByName(db: Db | Tx, username: string): Promise<WebUser | null> {
  const row = await selectWebUsers(db)
    .where(sql<string>`lower(web_user.username)`, '=', sql<string>`lower(${username}::text)`)
    .executeTakeFirst()
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

/** What a customer has chosen at enrolment; the hashes are of `hashSecret`. */
interface NewWebUser {
  personId: PersonId
  username: string
  passwordHash: string
  securityQuestionId: number
  /** Of the answer as `answerToCompare` leaves it. */
  answerHash: string
}

/**
 * Enrols a customer.
 * @returns the new id; `taken` when the person has enrolled already or somebody else has the name, also when both
 * happen at the same moment.
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
