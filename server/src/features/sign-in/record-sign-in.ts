import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import {
  type Actor,
  type AuditEvent,
  type AuditOrigin,
  actorOf,
  guestActor,
  recordAudit,
} from '../../foundation/audit/audit.ts'
import type { WebUser } from '../../foundation/credentials/web-users.ts'

/** The browser somebody signs in with. */
export interface SigningBrowser {
  origin: AuditOrigin
  /** In plain words. */
  device: string
  /** Of the customer session it holds already, or null. */
  oldToken: string | null
  /** The administrator who tests signing in (R6), or null. */
  tester: AdminCaller | null
}

type Named = Pick<WebUser, 'id' | 'username'>

/**
 * Writes a refused sign-in into the audit log. A name that nobody has is not kept: people sometimes type their password
 * there.
 */
export async function recordRefusal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: SigningBrowser,
  user: Named | null,
): Promise<void> {
  await recordAudit(db, { ...signInEvent(browser, user), outcome: 'refused' }, browser.origin, clock.now())
}

/** A sign-in as the audit log records it (docs/security.md, R6). */
export function signInEvent({ tester }: SigningBrowser, user: Named | null): AuditEvent {
  if (tester) return { action: 'backdoor-sign-in', actor: actorOf(tester), subject: user?.username ?? '' }
  const actor: Actor = user ? { kind: 'customer', id: user.id, name: user.username } : guestActor
  return { action: 'customer-sign-in', actor }
}
