import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { endSession, findSession } from '../../foundation/sessions/session.ts'

/** Ends the administrator's session behind a cookie's token, if it is live (A§4). */
export async function signOut(deps: Deps, token: string | null, origin: AuditOrigin): Promise<void> {
  const caller = await endHeldSession(deps, token)
  if (!caller) return
  const event = { actor: actorOf(caller), action: 'admin-sign-out' } as const
  await recordAudit(deps.db, event, origin, deps.clock.now())
}

/** The same without an entry in the audit log. @returns whose it was, or null */
export async function endHeldSession(deps: Deps, token: string | null): Promise<Caller | null> {
  const held = token && (await findSession(deps, 'admin', token, { passively: true }))
  if (!held) return null
  await endSession(deps.db, held.id)
  return held
}
