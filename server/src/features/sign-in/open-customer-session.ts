import type { AccountNumber } from '@portal/contract/ids'
import type { Deps } from '../../deps.ts'
import type { WebUser } from '../../foundation/credentials/web-users.ts'
import { openAllAccounts } from '../../foundation/sessions/accounts.ts'
import { endSessionBehind, openSession } from '../../foundation/sessions/session.ts'
import { markSignedIn } from './queries.ts'
import { type SigningBrowser, recordSignIn } from './record-sign-in.ts'

/**
 * Opens a new session for a customer with all their accounts, and ends the one the browser held before: a session never
 * changes hands, and a token somebody planted is worth nothing (session fixation).
 * @returns the new session's token.
 */
export async function openCustomerSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: SigningBrowser,
  user: Pick<WebUser, 'id' | 'username'>,
  accounts: readonly { accountId: AccountNumber }[],
): Promise<string> {
  const now = clock.now()
  const accountIds = accounts.map((account) => account.accountId)
  return await db.transaction().execute(async (tx) => {
    if (browser.oldToken !== null) await endSessionBehind(tx, 'customer', browser.oldToken)
    const { id, token } = await openSession({ db: tx, clock }, { kind: 'customer', webUserId: user.id })
    await openAllAccounts(tx, id, accountIds, now)
    await markSignedIn(tx, user.id, now)
    await recordSignIn(tx, { clock }, browser, user)
    return token
  })
}
