import type { Deps } from '../../../deps.ts'
import type { LimitName } from '../../../foundation/rate-limits/limits.ts'
import { takeTries } from '../../../foundation/rate-limits/rate-limits.ts'
import { requireTry } from '../../../http/problem.ts'
import type { CheckoutAsker } from './checkout-asker.ts'
import type { PayableItem } from './payable-items.ts'

/**
 * Limits how often cards may be tried by one payer, and by anybody for one account (docs/security.md). Counted only
 * once a human verification was shown and the accounts are known to be the payer's: otherwise anybody could use up the
 * tries of accounts that are not theirs, for nothing, and nobody could pay those.
 * @throws the `too-many-tries` problem with the seconds to wait.
 */
export async function takeCheckoutTry(
  deps: Deps,
  asker: CheckoutAsker,
  accounts: readonly PayableItem[],
): Promise<void> {
  const perAccount = accounts.map((account) => ['checkoutsPerAccount', account.accountId] as const)
  requireTry(await takeTries(deps, [...targetsOf(asker), ...perAccount]))
}

function targetsOf({ session, clientAddress }: CheckoutAsker): [LimitName, string][] {
  if (session.kind === 'admin') return [['checkoutsPerAdmin', String(session.adminUserId)]]
  return [
    ['checkoutsPerAddress', clientAddress],
    ['checkoutsPerSession', String(session.id)],
  ]
}
