import pg from 'pg'
import type { AdminCaller, CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'

/**
 * Why a caller is no longer allowed to do what they were allowed to do when the call began; null when they still are.
 * Comparing or hashing a password, or encoding an image, takes time. Meanwhile somebody may have ended the session, for
 * example by changing the password, or may have changed the administrator's level. If that happens at this very moment,
 * one transaction waits for the other. Lock the user's row first, if the transaction locks it at all.
 */
export async function whyNoMore(
  tx: Tx,
  caller: CustomerCaller | AdminCaller,
): Promise<'not-signed-in' | 'not-allowed' | null> {
  if (caller.kind === 'admin') {
    const admin = await tx
      .selectFrom('admin_user')
      .select('level')
      .where('id', '=', caller.adminUserId)
      .forShare()
      .executeTakeFirst()
    if (admin && admin.level !== caller.level) return 'not-allowed'
  }
  const session = await tx.selectFrom('session').select('id').where('id', '=', caller.id).forShare().executeTakeFirst()
  return session ? null : 'not-signed-in'
}

/** The foreign keys through which the rows of a session are deleted with it (migrations 0001, 0006 and 0016). */
const belongsToSession = [
  'session_account_session_id_fkey',
  'session_human_check_session_id_fkey',
  'enrolment_session_id_fkey',
]

/**
 * Whether something could not be stored for a session because it has ended since the call began, for example by a
 * log-out.
 */
export function isOfEndedSession(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23503' && belongsToSession.includes(error.constraint ?? '')
  )
}
