import type { SessionKind } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { SessionTables } from '../../database/tables/sessions.ts'

/** Writes a new session and answers its id. */
export async function insertSession(db: Db | Tx, session: Insertable<SessionTables['session']>): Promise<number> {
  const row = await db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** The session of that kind carrying this token's digest that has not ended. */
export async function findByToken(
  db: Db | Tx,
  tokenSha256: Buffer,
  kind: SessionKind,
  now: Instant,
): Promise<{ id: number; created_at: Instant; last_seen_at: Instant } | undefined> {
  return await db
    .selectFrom('session')
    .select(['id', 'created_at', 'last_seen_at'])
    .where('token_sha256', '=', tokenSha256)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Records that a session was used now and lives until `expiresAt`. */
export async function markSeen(db: Db | Tx, id: number, now: Instant, expiresAt: Instant): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now, expires_at: expiresAt }).where('id', '=', id).execute()
}

/** Deletes a session and the accounts opened to it. */
export async function removeSession(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute()
}

/** Deletes at most `limit` ended sessions, the longest ended first, and answers how many they were. */
export async function removeEnded(db: Db | Tx, now: Instant, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('session')
    .where('id', 'in', (ended) =>
      ended.selectFrom('session').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
