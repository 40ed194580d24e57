import type { AdminLevel, SessionKind } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { SessionTables } from '../../database/tables/sessions.ts'

/** Inserts a new session and returns its id. */
export async function insertSession(db: Db | Tx, session: Insertable<SessionTables['session']>): Promise<number> {
  const row = await db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/**
 * The live session of that kind with this token digest. Every call of a signed-in person runs this query, so its SQL is
 * fixed text instead of being built each time.
 */
export async function findByToken(
  db: Db | Tx,
  tokenSha256: Buffer,
  kind: SessionKind,
  now: Instant,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select session.id, session.created_at, session.last_seen_at, session.expires_at,
      web_user.id as web_user_id, web_user.person_id, web_user.username as web_username,
      admin_user.id as admin_user_id, admin_user.username as admin_username, admin_user.level,
      coalesce(web_user.password_is_given, admin_user.password_is_given) as password_is_given
    from session
    left join web_user on web_user.id = session.web_user_id
    left join admin_user on admin_user.id = session.admin_user_id
    where session.token_sha256 = ${tokenSha256} and session.kind = ${kind} and session.expires_at > ${now}`.execute(db)
  return rows[0]
}

/** A session with its user. The columns of other kinds of session are null. */
export interface FoundSession {
  id: number
  created_at: Instant
  last_seen_at: Instant
  expires_at: Instant
  web_user_id: number | null
  person_id: PersonId | null
  web_username: string | null
  admin_user_id: number | null
  admin_username: string | null
  level: AdminLevel | null
  password_is_given: boolean | null
}

/** Records that a session was used now and lives until `expiresAt`. */
export async function markSeen(db: Db | Tx, id: number, now: Instant, expiresAt: Instant): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now, expires_at: expiresAt }).where('id', '=', id).execute()
}

/** Deletes a session and the accounts opened to it. @returns whether it was there */
export async function removeSession(db: Db | Tx, id: number): Promise<boolean> {
  const removed = await db.deleteFrom('session').where('id', '=', id).executeTakeFirst()
  return removed.numDeletedRows === 1n
}

/** Replaces the token digest of a session. */
export async function replaceToken(db: Db | Tx, id: number, tokenSha256: Buffer): Promise<void> {
  await db.updateTable('session').set({ token_sha256: tokenSha256 }).where('id', '=', id).execute()
}

/** Deletes all sessions of a customer or an administrator, except the one to keep. */
export async function removeSessionsOf(
  db: Db | Tx,
  column: 'web_user_id' | 'admin_user_id',
  userId: number,
  keptSessionId: number | null,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where(column, '=', userId)
    // No session has the id 0.
    .where('id', '!=', keptSessionId ?? 0)
    .execute()
}
