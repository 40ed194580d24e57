import type { Instant } from '@portal/contract/dates'
import { receiptNumber } from '@portal/contract/payments'
import type { ChargeResult, GatewayReply } from '../../adapters/card-gateway/port.ts'
import type { AttemptState, EventDetail } from '../../database/tables/payments.ts'
import { notPaidEmail, receiptEmail } from '../emails.ts'
import type { Engine } from '../engine.ts'
import { type StoredCheckout, receiptTagOf } from '../records/stored-checkout.ts'
import { reversedEmail } from '../reversals/emails.ts'
import { nextRecheckAt, nextInquiryAt } from '../schedule.ts'
import { undecidedStates } from '../states.ts'
import type { Outcome } from './record-outcome.ts'

const stateOf = {
  charged: 'CHARGED',
  declined: 'DECLINED',
  notCharged: 'NOT_CHARGED',
  notSent: 'NOT_CHARGED',
  unknown: 'UNKNOWN',
} as const satisfies Record<ChargeResult['outcome'], AttemptState>

export function outcomeOfCharge(engine: Engine, checkout: StoredCheckout, verdict: ChargeResult): Outcome {
  return composeOutcome(engine, checkout, {
    to: stateOf[verdict.outcome],
    reply: 'reply' in verdict ? verdict.reply : null,
    detail: 'reason' in verdict ? { verdict: verdict.outcome, reason: verdict.reason } : { verdict: verdict.outcome },
    epoch: null,
  })
}

interface OutcomeParts {
  to: AttemptState
  reply: GatewayReply | null
  detail: EventDetail
  epoch: number | null
  reversals?: Outcome['reversals']
  /** Undecided states when left out. */
  from?: Outcome['from']
  /** Receipts that others have had of this tag (`receiptsBefore`). */
  receiptsBefore?: number
}

/** @throws Error for a charge without a transaction tag */
export function composeOutcome(engine: Engine, checkout: StoredCheckout, parts: OutcomeParts): Outcome {
  const at = engine.clock.now()
  const { attempt, items } = checkout
  const tag = parts.reply?.tag ?? null
  const before = parts.receiptsBefore ?? 0
  if (parts.to === 'CHARGED' && tag === null) throw new Error('A charge without a transaction tag cannot be receipted')
  const receipts =
    parts.to === 'CHARGED' && tag !== null
      ? items.map((item) => ({
          itemId: item.id,
          receiptNumber: receiptNumber(receiptTagOf(attempt, tag), item.ordinal + before, items.length + before),
          amount: item.amount,
        }))
      : []
  const { receiptsBefore: _, ...outcome } = parts
  return {
    ...outcome,
    reversals: parts.reversals ?? [],
    from: parts.from ?? undecidedStates,
    checkoutId: checkout.id,
    attemptId: attempt.id,
    at,
    receipts,
    nextInquiryAt: inquiryAfter(engine, checkout, parts.to, at),
    email: emailOf(engine, checkout, parts, at),
  }
}

/** Inquiries go on until the outcome is known, and a week longer when only the gateway's silence proves it. */
function inquiryAfter(engine: Engine, { attempt }: StoredCheckout, to: AttemptState, at: Instant): Instant | null {
  if (to === 'UNKNOWN' || to === 'ESCALATED') return nextInquiryAt(attempt.sentAt, attempt.inquiries, at, engine.pace)
  return to === 'NOT_CHARGED' && wasUnknown(attempt.state) ? nextRecheckAt(at, at, engine.pace) : null
}

function wasUnknown(state: AttemptState): boolean {
  return state === 'UNKNOWN' || state === 'ESCALATED'
}

/** About a charge that did not happen, there is an email only if the page could not say so. */
function emailOf(engine: Engine, checkout: StoredCheckout, { to, reply, receiptsBefore }: OutcomeParts, at: Instant) {
  if (to === 'CHARGED' && reply) return receiptEmail(engine.profile, checkout, reply, at, receiptsBefore)
  if (to === 'REVERSED') return reversedEmail(engine, checkout, 'gateway')
  if ((to === 'DECLINED' || to === 'NOT_CHARGED') && wasUnknown(checkout.attempt.state))
    return notPaidEmail(engine, checkout)
  return null
}
