import type { PaymentMode } from '@portal/contract/payments'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf } from '../../foundation/audit.ts'
import type { LimitName } from '../../foundation/rate-limits/limits.ts'
import { takeTries } from '../../foundation/rate-limits/rate-limits.ts'
import { refuseCommonly, requireTry } from '../../refusal.ts'
import type { Clerk } from '../checkout.ts'
import type { PayableItem } from './check-accounts.ts'

/** Who asks for a checkout, and where the call comes from. */
export interface Payer extends AuditOrigin {
  session: Caller
}

/** Administrators take payments from people on the phone; everybody else pays online (A§3). */
export function modeOf({ kind }: Caller): PaymentMode {
  return kind === 'admin' ? 'Phoned-In' : 'Online'
}

/**
 * The username for which a payment is recorded: that of the caller at the time of the call, never one that a client
 * claims (R2); null for a guest.
 */
export function paidByOf(session: Caller): string | null {
  return session.kind === 'guest' ? null : session.username
}

/** Who takes the payment for somebody else; null when the payers do it themselves. */
export function clerkOf({ session, clientAddress, requestId }: Payer): Clerk | null {
  return session.kind === 'admin' ? { actor: actorOf(session), origin: { clientAddress, requestId } } : null
}

/**
 * Limits how often cards may be tried by one payer, and by anybody for one account (docs/security.md). Counted only
 * once a human verification was shown and the accounts are known to be the payer's: otherwise anybody could use up the
 * tries of accounts that are not theirs, for nothing, and nobody could pay those.
 * @throws the `too-many-tries` problem with the seconds to wait.
 */
export async function takeCheckoutTry(deps: Deps, payer: Payer, accounts: readonly PayableItem[]): Promise<void> {
  const perAccount = accounts.map((account) => ['checkoutsPerAccount', account.accountId] as const)
  requireTry(await takeTries(deps, [...targetsOf(payer), ...perAccount]))
}

function targetsOf({ session, clientAddress }: Payer): [LimitName, string][] {
  if (session.kind === 'admin') return [['checkoutsPerAdmin', String(session.adminUserId)]]
  return [
    ['checkoutsPerAddress', clientAddress],
    ['checkoutsPerSession', String(session.id)],
  ]
}

/**
 * Stops guests from beginning and charging payments while Pay Now is switched off for maintenance (R16).
 * @throws Refusal `maintenance`
 */
export async function refuseGuestsWhenOff(isPayNowOff: () => Promise<boolean>, session: Caller): Promise<void> {
  if (session.kind === 'guest' && (await isPayNowOff())) throw refuseCommonly('maintenance')
}
