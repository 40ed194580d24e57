import { randomUUID } from 'node:crypto'
import { type Instant, later } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { SecurityQuestion } from '@portal/contract/sign-up'
import { EnrollmentHandle } from '@portal/contract/sign-up-payload'
import { enrollmentMinutes } from '@portal/contract/sign-up-texts'
import type { Db, Tx } from '../../database/connect.ts'

/** Whose, of which account, and whether the zip code was proven. */
export interface Enrollment {
  handle: EnrollmentHandle
  accountId: AccountNumber
  personId: PersonId
  isProven: boolean
  /** The customer it has made already. */
  webUserId: number | null
}

/** Or continues it, for the whole time from now; anew when it has ended or the main customer is another. */
export async function beginEnrollment(
  db: Db,
  of: { sessionId: number; accountId: AccountNumber; personId: PersonId },
  now: Instant,
): Promise<Enrollment> {
  await db
    .deleteFrom('enrolment')
    .where('session_id', '=', of.sessionId)
    .where('account_id', '=', of.accountId)
    .where((where) => where.or([where('expires_at', '<=', now), where('person_id', '<>', of.personId)]))
    .execute()
  const expires_at = later(now, enrollmentMinutes * 60_000)
  await db
    .insertInto('enrolment')
    .values({
      handle: EnrollmentHandle.parse(randomUUID()),
      session_id: of.sessionId,
      account_id: of.accountId,
      person_id: of.personId,
      begun_at: now,
      expires_at,
      proven_at: null,
      web_user_id: null,
      said_sha256: null,
    })
    .onConflict((underWay) => underWay.columns(['session_id', 'account_id']).doUpdateSet({ expires_at }))
    .execute()
  return enrollmentOf(
    await selectLive(db, of.sessionId, now).where('account_id', '=', of.accountId).executeTakeFirstOrThrow(),
  )
}

/** Null when it has ended. */
export async function findEnrollment(
  db: Db | Tx,
  sessionId: number,
  handle: EnrollmentHandle,
  now: Instant,
): Promise<Enrollment | null> {
  const row = await selectLive(db, sessionId, now).where('handle', '=', handle).executeTakeFirst()
  return row ? enrollmentOf(row) : null
}

export async function findEnrollmentOf(
  db: Db,
  sessionId: number,
  accountId: AccountNumber,
  now: Instant,
): Promise<Enrollment | null> {
  const row = await selectLive(db, sessionId, now).where('account_id', '=', accountId).executeTakeFirst()
  return row ? enrollmentOf(row) : null
}

/** By this session. */
export async function provenPersons(db: Db, sessionId: number, now: Instant): Promise<PersonId[]> {
  const rows = await selectLive(db, sessionId, now).where('proven_at', 'is not', null).execute()
  return rows.map((row) => row.person_id)
}

export async function markProven(db: Db, handle: EnrollmentHandle, now: Instant): Promise<void> {
  await db
    .updateTable('enrolment')
    .set({ proven_at: now })
    .where('handle', '=', handle)
    .where('proven_at', 'is', null)
    .execute()
}

/** `said`: the digest of what was said besides the secrets. */
export async function markEnrolled(tx: Tx, handle: EnrollmentHandle, webUserId: number, said: Buffer): Promise<void> {
  const made = { web_user_id: webUserId, said_sha256: said }
  await tx.updateTable('enrolment').set(made).where('handle', '=', handle).execute()
}

/** Tells a repeat from a changed last step. */
export interface EnrolledBefore {
  /** Null when made by a version that did not keep it. */
  saidSha256: Buffer | null
  passwordHash: string
  answerHash: string
}

/** Null when it has made none. */
export async function findEnrolledBy(db: Db | Tx, handle: EnrollmentHandle): Promise<EnrolledBefore | null> {
  const row = await db
    .selectFrom('enrolment')
    .innerJoin('web_user', 'web_user.id', 'enrolment.web_user_id')
    .select([
      'enrolment.said_sha256 as saidSha256',
      'web_user.password_hash as passwordHash',
      'web_user.security_answer_hash as answerHash',
    ])
    .where('handle', '=', handle)
    .executeTakeFirst()
  return row ?? null
}

export async function isRegistered(db: Db | Tx, personId: PersonId): Promise<boolean> {
  const row = await db.selectFrom('web_user').select('id').where('person_id', '=', personId).executeTakeFirst()
  return row !== undefined
}

function selectLive(db: Db | Tx, sessionId: number, now: Instant) {
  return db
    .selectFrom('enrolment')
    .select(['handle', 'account_id', 'person_id', 'proven_at', 'web_user_id'])
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
}

type LiveRow = Awaited<ReturnType<ReturnType<typeof selectLive>['execute']>>[number]

function enrollmentOf(row: LiveRow): Enrollment {
  return {
    handle: row.handle,
    accountId: row.account_id,
    personId: row.person_id,
    isProven: row.proven_at !== null,
    webUserId: row.web_user_id,
  }
}

/** In the order to show them (C§3). */
export async function selectSecurityQuestions(db: Db): Promise<SecurityQuestion[]> {
  const rows = await db.selectFrom('security_question').select(['id', 'text']).orderBy('position').execute()
  return rows.map(({ id, text }) => ({ description: text, characteristicValue: String(id) }))
}
