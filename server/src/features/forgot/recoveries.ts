import { randomUUID } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** A new password by a mailed link, or the username by mail. */
export type RecoveryPurpose = 'password' | 'username'

/** Only this guest session can continue it. @returns its handle */
export async function insertRecovery(
  db: Db,
  recovery: { purpose: RecoveryPurpose; sessionId: number; webUserId: number; startedAt: Instant; expiresAt: Instant },
): Promise<string> {
  const handle = randomUUID()
  await db
    .insertInto('recovery')
    .values({
      handle,
      purpose: recovery.purpose,
      session_id: recovery.sessionId,
      web_user_id: recovery.webUserId,
      started_at: recovery.startedAt,
      expires_at: recovery.expiresAt,
      mailed_to: null,
      token_sha256: null,
      link_good_until: null,
    })
    .execute()
  return handle
}

/** Null when it has expired. */
export async function findRecovery(
  db: Db,
  request: { handle: string; purpose: RecoveryPurpose; sessionId: number },
  now: Instant,
): Promise<{ webUserId: number; isMailed: boolean } | null> {
  const row = await db
    .selectFrom('recovery')
    .select(['web_user_id', 'mailed_to'])
    .where('handle', '=', request.handle)
    .where('purpose', '=', request.purpose)
    .where('session_id', '=', request.sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? { webUserId: row.web_user_id, isMailed: row.mailed_to !== null } : null
}

/** @returns false when there is an email already, or the recovery is gone */
export async function markMailed(
  tx: Tx,
  handle: string,
  mailed: { to: string; tokenSha256: Buffer | null; expiresAt: Instant },
): Promise<boolean> {
  const marked = await tx
    .updateTable('recovery')
    .set({ mailed_to: mailed.to, token_sha256: mailed.tokenSha256, expires_at: mailed.expiresAt })
    .where('handle', '=', handle)
    .where('mailed_to', 'is', null)
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

/** Before its email is sent, nobody can have the link. */
const linkEnd = sql<Instant>`coalesce(recovery.link_good_until, recovery.expires_at)`

export async function findLink(
  db: Db,
  tokenSha256: Buffer,
  now: Instant,
): Promise<{ username: string; expiresAt: Instant } | null> {
  const row = await db
    .selectFrom('recovery')
    .innerJoin('web_user', 'web_user.id', 'recovery.web_user_id')
    .select(['web_user.username', linkEnd.as('expiresAt')])
    .where('recovery.token_sha256', '=', tokenSha256)
    .where(linkEnd, '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Locks the login first, as all that changes a password. @returns null when not valid, or just used elsewhere */
export async function useLink(
  tx: Tx,
  tokenSha256: Buffer,
  now: Instant,
): Promise<{ webUserId: number; mailedTo: string | null } | null> {
  await tx
    .selectFrom('web_user')
    .select('id')
    .where('id', 'in', (whose) =>
      whose.selectFrom('recovery').select('web_user_id').where('token_sha256', '=', tokenSha256),
    )
    .forNoKeyUpdate()
    .execute()
  const row = await tx
    .deleteFrom('recovery')
    .where('token_sha256', '=', tokenSha256)
    .where(linkEnd, '>', now)
    .returning(['web_user_id', 'mailed_to'])
    .executeTakeFirst()
  return row ? { webUserId: row.web_user_id, mailedTo: row.mailed_to } : null
}
