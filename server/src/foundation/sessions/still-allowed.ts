import pg from 'pg'
import type { AdminCaller, CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import { refuseCommonly } from '../../refusal.ts'

/** Session or level may have changed since the call began. Lock the user's row before. @throws Refusal */
export async function requireStillAllowed(tx: Tx, caller: CustomerCaller | AdminCaller): Promise<void> {
  if (caller.kind === 'admin') {
    const admin = await tx
      .selectFrom('admin_user')
      .select('level')
      .where('id', '=', caller.adminUserId)
      .forShare()
      .executeTakeFirst()
    if (admin && admin.level !== caller.level) throw refuseCommonly('not-allowed')
  }
  const session = await tx.selectFrom('session').select('id').where('id', '=', caller.id).forShare().executeTakeFirst()
  if (!session) throw refuseCommonly('not-signed-in')
}

/** The foreign keys through which the rows of a session are deleted with it (migrations 0001, 0006 and 0016). */
const belongsToSession = [
  'session_account_session_id_fkey',
  'session_human_check_session_id_fkey',
  'enrolment_session_id_fkey',
]

/** Something could not be stored because the session has ended since the call began, as by a log-out. */
export function isOfEndedSession(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23503' && belongsToSession.includes(error.constraint ?? '')
  )
}
