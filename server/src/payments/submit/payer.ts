import type { PaymentMode } from '@portal/contract/payments'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf } from '../../foundation/audit.ts'
import type { LimitName } from '../../foundation/rate-limits/limits.ts'
import { consumeAll } from '../../foundation/rate-limits/rate-limits.ts'
import { refuseCommonly } from '../../refusal.ts'
import type { Clerk } from '../charge/intent.ts'
import type { Engine } from '../engine.ts'
import type { PayableItem } from './check-accounts.ts'

/** The engine, with what guards the way in. */
export interface PaymentDoor extends Engine, Pick<Deps, 'config' | 'counters'> {
  isPayNowOff: () => Promise<boolean>
}

export interface Payer extends AuditOrigin {
  session: Caller
  userAgent?: string | undefined
}

/** Administrators take payments from people on the phone; everybody else pays online (A§3). */
export function modeOf({ kind }: Caller): PaymentMode {
  return kind === 'admin' ? 'Phoned-In' : 'Online'
}

/** Never a username that a client claims (R2); null for a guest. */
export function paidByOf(session: Caller): string | null {
  return session.kind === 'guest' ? null : session.username
}

/** Null when the payers pay themselves. */
export function clerkOf({ session, clientAddress, requestId }: Payer): Clerk | null {
  return session.kind === 'admin' ? { actor: actorOf(session), origin: { clientAddress, requestId } } : null
}

/** Only after a human check for the payer's own accounts (docs/security.md). @throws the `too-many-tries` problem */
export async function takeCheckoutTry(
  engine: PaymentDoor,
  payer: Payer,
  accounts: readonly PayableItem[],
): Promise<void> {
  const perAccount = accounts.map((account) => ['checkoutsPerAccount', account.accountId] as const)
  await consumeAll(engine, [...targetsOf(payer), ...perAccount])
}

function targetsOf({ session, clientAddress }: Payer): [LimitName, string][] {
  if (session.kind === 'admin') return [['checkoutsPerAdmin', String(session.adminUserId)]]
  return [
    ['checkoutsPerAddress', clientAddress],
    ['checkoutsPerSession', String(session.id)],
  ]
}

/** @throws Refusal `maintenance` for guests while Pay Now is switched off (R16) */
export async function refuseGuestsWhenOff(isPayNowOff: () => Promise<boolean>, session: Caller): Promise<void> {
  if (session.kind === 'guest' && (await isPayNowOff())) throw refuseCommonly('maintenance')
}
