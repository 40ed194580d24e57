import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { endSession, findSession } from '../../foundation/sessions/session.ts'

/**
 * Ends the administrator's session behind a cookie's token, if it is live (A§4). The end and its entry in the audit log
 * commit together; a session that two tabs end at once has one entry.
 */
export async function signOut(deps: Deps, token: string | null, origin: AuditOrigin): Promise<void> {
  const caller = token && (await findSession(deps, 'admin', token, { passively: true }))
  if (!caller) return
  await deps.db.transaction().execute(async (tx) => {
    if (!(await endSession(tx, caller.id))) return
    const event = { actor: actorOf(caller), action: 'admin-sign-out' } as const
    await recordAudit(tx, event, origin, deps.clock.now())
  })
}

/** Ends the session that a browser held before it signed in anew. The audit log has the sign-in. */
export async function endHeldSession(deps: Deps, token: string | null): Promise<void> {
  const held = token && (await findSession(deps, 'admin', token, { passively: true }))
  if (held) await endSession(deps.db, held.id)
}
