import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { endSession, findSession } from '../../foundation/sessions/session.ts'

/**
 * Ends the administrator's session with a cookie's token, if it is live (A§4). The end and its entry in the audit log
 * commit together. When two tabs end a session at once, there is one entry.
 */
export async function signOut({ db, clock }: Deps, token: string | null, origin: AuditOrigin): Promise<void> {
  await db.transaction().execute(async (tx) => await signOutWithin(tx, clock, token, origin))
}

/** Does the same within a transaction that also signs somebody in, in the browser that held the token. */
export async function signOutWithin(
  tx: Tx,
  clock: Deps['clock'],
  token: string | null,
  origin: AuditOrigin,
): Promise<void> {
  const caller = token && (await findSession({ db: tx, clock }, 'admin', token, { passively: true }))
  if (!caller || !(await endSession(tx, caller.id))) return
  await recordAudit(tx, { actor: actorOf(caller), action: 'admin-sign-out' }, origin, clock.now())
}
