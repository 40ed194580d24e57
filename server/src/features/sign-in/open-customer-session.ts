import type { AccountNumber } from '@portal/contract/ids'
import type { Deps } from '../../deps.ts'
import { auditAppended } from '../../foundation/audit/audit.ts'
import type { GuessedAt } from '../../foundation/credentials/guesses.ts'
import { newSession } from '../../foundation/sessions/session.ts'
import { replaceSession } from './queries.ts'
import { type SigningBrowser, signInEvent } from './record-sign-in.ts'

/**
 * Opens a new session for a customer with all their accounts, and ends the one the browser held before. Because a
 * session never changes hands, a planted token is worth nothing (session fixation). The sign-in goes into the audit
 * log.
 * @returns the new session's token; null when the password is no longer the one that was compared.
 */
export async function openCustomerSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: SigningBrowser,
  user: GuessedAt,
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
    audit: auditAppended(signInEvent(browser, user), origin, now),
  })
  return isOpened ? token : null
}
