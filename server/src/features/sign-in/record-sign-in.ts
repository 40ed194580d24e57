import type { AccountNumber } from '@portal/contract/ids'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import {
  type Actor,
  type AuditEvent,
  type AuditOrigin,
  actorOf,
  auditAppended,
  guestActor,
  recordAudit,
} from '../../foundation/audit/audit.ts'
import type { GuessedAt } from '../../foundation/credentials/guesses.ts'
import type { KnownBrowser } from '../../foundation/credentials/known-browsers.ts'
import { newSession } from '../../foundation/sessions/session.ts'
import { replaceSession } from './queries.ts'

/** The browser in which somebody signs in. */
export interface SigningBrowser {
  origin: AuditOrigin
  /** In plain words. */
  device: string
  /** The token of the customer session that the browser has already, or null. */
  oldToken: string | null
  /** The administrator who tests signing in (R6), or null. */
  tester: AdminCaller | null
  /** The token by which the browser is known from earlier sign-ins, or null. */
  knownToken: string | null
}

/**
 * Opens a new session for a customer with all their accounts, and ends the one that the browser had before. Because a
 * session never changes hands, a planted token is worthless (session fixation). The sign-in is recorded in the audit
 * log.
 * @returns the new session's token; null when the password is no longer the one that was compared.
 */
export async function openCustomerSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: SigningBrowser,
  { known, ...user }: GuessedAt & { known: KnownBrowser | null },
  accounts: readonly { accountId: AccountNumber }[],
): Promise<string | null> {
  const now = clock.now()
  const { device, origin } = browser
  const { clientAddress } = origin
  const { row, token } = newSession({ kind: 'customer', webUserId: user.id }, now, { clientAddress, device })
  const isOpened = await replaceSession(db, {
    oldToken: browser.oldToken,
    session: row,
    accounts: accounts.map((account) => account.accountId),
    passwordHash: user.passwordHash,
    isKnown: known !== null,
    audit: auditAppended(signInEvent(browser, user), origin, now),
  })
  return isOpened ? token : null
}

/**
 * Records a refused sign-in in the audit log. A name that nobody has is not recorded, because people sometimes type
 * their password there.
 */
export async function recordRefusal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: SigningBrowser,
  user: GuessedAt | null,
): Promise<void> {
  await recordAudit(db, { ...signInEvent(browser, user), outcome: 'refused' }, browser.origin, clock.now())
}

/** A sign-in as the audit log records it (docs/security.md, R6). */
function signInEvent({ tester }: SigningBrowser, user: GuessedAt | null): AuditEvent {
  if (tester) return { action: 'backdoor-sign-in', actor: actorOf(tester), subject: user?.username ?? '' }
  const actor: Actor = user ? { kind: 'customer', id: user.id, name: user.username } : guestActor
  return { action: 'customer-sign-in', actor }
}
