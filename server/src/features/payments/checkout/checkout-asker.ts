import type { PaymentMode } from '@portal/contract/payments'
import type { Caller } from '../../../caller.ts'
import { type Actor, type AuditOrigin, actorOf } from '../../../foundation/audit/audit.ts'

/** Who asks for a checkout, and under which key. */
export interface CheckoutAsker extends AuditOrigin {
  session: Caller
  idempotencyKey: string
}

/** An administrator who takes a payment for somebody on the phone, as the audit log is to name them. */
export interface Clerk {
  actor: Actor
  origin: AuditOrigin
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
export function clerkOf({ session, clientAddress, requestId }: Omit<CheckoutAsker, 'idempotencyKey'>): Clerk | null {
  return session.kind === 'admin' ? { actor: actorOf(session), origin: { clientAddress, requestId } } : null
}
