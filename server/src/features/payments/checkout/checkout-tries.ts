import { startCheckout } from '@portal/contract/payments'
import type { Deps } from '../../../deps.ts'
import { type LimitName } from '../../../foundation/rate-limits/limits.ts'
import { takeTry } from '../../../foundation/rate-limits/rate-limits.ts'
import { refuse } from '../../../http/problem.ts'
import type { CheckoutAsker } from './checkout-asker.ts'

/**
 * Slows the trying-out of cards, per payer and per account (research: payments §5).
 * @throws the `too-many-tries` problem with the seconds to wait.
 */
export async function takeCheckoutTry(
  deps: Deps,
  asker: CheckoutAsker,
  accounts: readonly { accountId: string }[],
): Promise<void> {
  const targets: [LimitName, string][] = [
    ...targetsOf(asker),
    ...accounts.map((account): [LimitName, string] => ['checkoutsPerAccount', account.accountId]),
  ]
  const tries = await Promise.all(targets.map(([limit, target]) => takeTry(deps, limit, target)))
  const waits = tries.flatMap((taken) => (taken.ok ? [] : [taken.retryAfterSeconds]))
  if (waits.length > 0) throw refuse(startCheckout, 'too-many-tries', { retryAfterSeconds: Math.max(...waits) })
}

function targetsOf({ session, clientAddress }: CheckoutAsker): [LimitName, string][] {
  if (session.kind === 'admin') return [['checkoutsPerAdmin', String(session.adminUserId)]]
  return [
    ['checkoutsPerAddress', clientAddress],
    ['checkoutsPerSession', String(session.id)],
  ]
}
