import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import type { WebUser } from '../../foundation/credentials/web-users.ts'

/** The browser somebody signs in with. */
export interface SigningBrowser {
  origin: AuditOrigin
  /** Of the customer session it holds already, or null. */
  oldToken: string | null
  /** The administrator who tests signing in (design R6), or null. */
  tester: AdminCaller | null
}

type Named = Pick<WebUser, 'id' | 'username'>

/** Writes a sign-in into the audit log (design §7, R6), as the last thing of its transaction. */
export async function recordSignIn(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  browser: SigningBrowser,
  user: Named,
): Promise<void> {
  await recordAudit(tx, eventOf(browser, user), browser.origin, clock.now())
}

/** Writes a refused sign-in into the audit log. A name that nobody has is not kept: people type their password there. */
export async function recordRefusal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: SigningBrowser,
  user: Named | null,
): Promise<void> {
  const event: AuditEvent = { ...eventOf(browser, user), outcome: 'refused' }
  await db.transaction().execute(async (tx) => await recordAudit(tx, event, browser.origin, clock.now()))
}

function eventOf({ tester }: SigningBrowser, user: Named | null): AuditEvent {
  if (tester) return { action: 'backdoor-sign-in', actor: actorOf(tester), subject: user?.username ?? '' }
  const actor = user
    ? { kind: 'customer' as const, id: user.id, name: user.username }
    : { kind: 'guest' as const, id: null, name: '' }
  return { action: 'customer-sign-in', actor }
}
