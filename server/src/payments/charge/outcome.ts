import type { Instant } from '@portal/contract/dates'
import { receiptNumber } from '@portal/contract/payments'
import type { BankReturn, SmallDeposits } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { ChargeResult, GatewayReply } from '../../adapters/payment-gateway/port.ts'
import type { AttemptState, EventDetail } from '../../database/tables/payments.ts'
import type { bankEnds } from '../../wording/templates.ts'
import { bankEmail, notPaidEmail, receiptEmail } from '../emails.ts'
import type { Engine } from '../engine.ts'
import { type StoredCheckout, receiptTagOf } from '../records/stored-checkout.ts'
import { reversedEmail } from '../reversals/emails.ts'
import { depositsEndAt, nextInquiryAt, nextInquiryOfBank, nextInquiryOfDeposits, nextRecheckAt } from '../schedule.ts'
import { isRunning, openStates } from '../states.ts'
import type { Debit, Outcome } from './record-outcome.ts'

const stateOf = {
  charged: 'CHARGED',
  declined: 'DECLINED',
  notCharged: 'NOT_CHARGED',
  notSent: 'NOT_CHARGED',
  unknown: 'UNKNOWN',
  verifying: 'VERIFYING',
  processing: 'PROCESSING',
} as const satisfies Record<ChargeResult['outcome'], AttemptState>

export function outcomeOfCharge(engine: Engine, checkout: StoredCheckout, verdict: ChargeResult): Outcome {
  return composeOutcome(engine, checkout, {
    to: stateOf[verdict.outcome],
    reply: 'reply' in verdict ? verdict.reply : null,
    detail: 'reason' in verdict ? { verdict: verdict.outcome, reason: verdict.reason } : { verdict: verdict.outcome },
    epoch: null,
    ...('deposits' in verdict && { deposits: verdict.deposits }),
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
  /** For VERIFYING. */
  deposits?: SmallDeposits
  /** For RETURNED. */
  returned?: BankReturn
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
  const isPosted = parts.to === 'CHARGED' || (parts.to === 'PROCESSING' && attempt.bank?.credit === 'submission')
  const receipts =
    isPosted && tag !== null
      ? items.map((item) => ({
          itemId: item.id,
          receiptNumber: receiptNumber(receiptTagOf(attempt, tag), item.ordinal + before, items.length + before),
          amount: item.amount,
        }))
      : []
  const { receiptsBefore: _, ...outcome } = parts
  const debit = debitOf(engine, checkout, parts.to, at)
  return {
    ...outcome,
    reversals: parts.reversals ?? [],
    from: parts.from ?? openStates,
    debit,
    checkoutId: checkout.id,
    attemptId: attempt.id,
    at,
    receipts,
    nextInquiryAt: inquiryAfter(engine, checkout, { to: parts.to, debit }, at),
    email: emailOf(engine, checkout, { ...parts, debit }, at),
  }
}

function debitOf({ gateway }: Engine, { attempt }: StoredCheckout, to: AttemptState, at: Instant): Debit | null {
  if (to !== 'PROCESSING') return null
  // A debit begins when it is confirmed, which an inquiry may find later, or when its account is verified.
  const begunAt = attempt.state === 'VERIFYING' ? at : attempt.sentAt
  return { begunAt, answersBy: gateway.bankAccounts?.answersBy(begunAt) ?? null }
}

/** Inquiries go on until the outcome is known, and a week longer when only the gateway's silence proves it. */
function inquiryAfter(
  engine: Engine,
  { attempt }: StoredCheckout,
  { to, debit }: { to: AttemptState; debit: Debit | null },
  at: Instant,
): Instant | null {
  if (to === 'VERIFYING') return nextInquiryOfDeposits(attempt.sentAt, at, engine.pace)
  if (to === 'PROCESSING') return nextInquiryOfBank(debit?.answersBy ?? null, at, engine.pace)
  if (to === 'UNKNOWN' || to === 'ESCALATED') return nextInquiryAt(attempt.sentAt, attempt.inquiries, at, engine.pace)
  return (to === 'NOT_CHARGED' && wasUnknown(attempt.state)) || to === 'RETURNED'
    ? nextRecheckAt(at, at, engine.pace)
    : null
}

function wasUnknown(state: AttemptState): boolean {
  return state === 'UNKNOWN' || state === 'ESCALATED'
}

/** About a charge that did not happen, there is an email only if the page could not say so. */
function emailOf(engine: Engine, checkout: StoredCheckout, parts: OutcomeParts & { debit: Debit | null }, at: Instant) {
  const { to, reply, receiptsBefore } = parts
  if (parts.debit) {
    return bankEmail(engine, checkout, 'bank-submitted', {
      on: parts.debit.begunAt,
      by: parts.debit.answersBy,
      credited: checkout.attempt.bank?.credit === 'submission' ? 'now' : 'later',
    })
  }
  if (to === 'VERIFYING' && parts.deposits) {
    const { arriveOn, kind: deposits } = parts.deposits
    return bankEmail(engine, checkout, 'bank-verify', {
      arriveOn,
      by: depositsEndAt(checkout.attempt.sentAt),
      deposits,
    })
  }
  // About a planned charge, the run writes (`run/declined.ts`).
  if (to === 'RETURNED' && checkout.sessionId === null) return null
  if (to === 'RETURNED')
    return bankEmail(engine, checkout, 'bank-returned', {
      on: checkout.attempt.bank?.submittedAt,
      why: parts.returned?.reason ?? 'other',
    })
  const isOver = to === 'DECLINED' || to === 'NOT_CHARGED'
  if (isOver && isRunning(checkout.attempt.state)) {
    return bankEmail(engine, checkout, 'bank-canceled', { ended: endOf(checkout, to, at) })
  }
  if (to === 'CHARGED' && reply) return receiptEmail(engine.profile, checkout, reply, at, receiptsBefore)
  if (to === 'REVERSED') return reversedEmail(engine, checkout, 'gateway')
  if (isOver && wasUnknown(checkout.attempt.state)) return notPaidEmail(engine, checkout)
  return null
}

/** Why a bank payment ended before the bank had it. */
function endOf(
  { attempt: { state, sentAt } }: StoredCheckout,
  to: 'DECLINED' | 'NOT_CHARGED',
  at: Instant,
): (typeof bankEnds)[number] {
  if (state !== 'VERIFYING') return 'canceled'
  if (at >= depositsEndAt(sentAt)) return 'late'
  return to === 'DECLINED' ? 'unverified' : 'canceled'
}
