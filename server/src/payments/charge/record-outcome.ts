import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import pg from 'pg'
import type { BankReturn, SmallDeposits } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { BankEvidence, GatewayReply } from '../../adapters/payment-gateway/port.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { scrubOrNull } from '../../database/long-digits.ts'
import { type Statement, inOneStatement } from '../../database/sql.ts'
import type { AttemptState, EventDetail } from '../../database/tables/payments.ts'
import { committed } from '../../database/transactions.ts'
import { insertEmail } from '../../messages/outbox/queue-email.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { insertPaymentNotifications } from '../notify.ts'
import { blockAccount } from '../planned/methods.ts'
import { settlePlanned } from '../planned/moves.ts'
import { blockedAfter } from '../planned/rules.ts'
import { noteConfirmed } from '../planned/standing.ts'
import { attemptMoved, eventsOfAttempt } from '../records/attempt-moves.ts'
import { TagOfAnother } from '../records/attempts.ts'
import { readById } from '../records/checkouts.ts'
import { type PaymentEvent, appendEvents, insertEvents } from '../records/events.ts'
import { cancelPostings, cleared, postingsBegun, type NewReceipt } from '../records/posting-moves.ts'
import { requestReversals, type NewReversal } from '../records/reversals.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { attemptStatesBefore, isOpen, isUndecided } from '../states.ts'

/** What a bank is asked to pay. */
export interface Debit {
  begunAt: Instant
  /** The bank has answered by then. */
  answersBy: Instant | null
}

export interface Outcome {
  checkoutId: number
  attemptId: number
  /** Of the worker's lease: the outcome counts only while that lease is the newest. Null without a lease. */
  epoch: number | null
  /** It counts only in one of these states, because not every caller may make every legal move. */
  from: readonly AttemptState[]
  to: AttemptState
  at: Instant
  reply: GatewayReply | null
  /** For what is credited now: one receipt per item. Postings and ledger entries follow from it. */
  receipts: NewReceipt[]
  /** For PROCESSING. */
  debit?: Debit | null
  /** For VERIFYING. */
  deposits?: SmallDeposits
  /** For RETURNED. */
  returned?: BankReturn
  /** For UNKNOWN, ESCALATED, VERIFYING, PROCESSING, RETURNED, and a NOT_CHARGED that only the gateway's silence proves. */
  nextInquiryAt: Instant | null
  /** The checkout's own charge for REVERSING, or a second one for its reference. */
  reversals: NewReversal[]
  detail: EventDetail
  email: NewEmail | null
}

/** All in one transaction (docs/payments.md); null when it changed nothing. @throws TagOfAnother, CommitUnanswered */
export async function recordOutcome(db: Db, outcome: Outcome): Promise<StoredCheckout | null> {
  return await committed(
    db,
    async (tx) => ((await recordOutcomeWithin(tx, outcome)) ? await readById(tx, outcome.checkoutId) : null),
    (recorded) => recorded !== null,
  )
}

/** They keep two payments from having the same transaction tag (migrations 0004 and 0007). */
const uniqueTags = ['charge_attempt_transaction_tag_key', 'posting_receipt_number_key', 'reversal_one_live']

function isTagTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && uniqueTags.includes(error.constraint ?? '')
}

/** @throws TagOfAnother, after which the transaction can only be rolled back */
export async function recordOutcomeWithin(tx: Tx, outcome: Outcome): Promise<boolean> {
  const before = await lockAttempt(tx, outcome)
  if (!before) return false
  try {
    await writeOutcome(tx, outcome, before)
    if (before.plannedChargeId !== null && isOpen(before.state)) {
      await settlePlanned(tx, before.plannedChargeId, { from: before.state, to: outcome.to }, outcome.at)
    }
    const block = outcome.returned ? blockedAfter[outcome.returned.reason] : null
    if (block && before.bankFingerprint !== null) await blockAccount(tx, before.bankFingerprint, block, outcome.at)
    const isPayers = before.plannedChargeId === null && before.savedCardId !== null
    if (outcome.to === 'CHARGED' && isPayers && isOpen(before.state)) {
      await noteConfirmed(tx, outcome.attemptId, outcome.at)
    }
  } catch (error) {
    throw isTagTaken(error)
      ? new TagOfAnother('The transaction tag belongs to another payment', { cause: error })
      : error
  }
  return true
}

async function writeOutcome(tx: Tx, outcome: Outcome, before: Before): Promise<void> {
  const isPosted = outcome.receipts.length > 0 && !before.hasPostings
  const book = outcome.to === 'PROCESSING' ? 'clearing' : 'card'
  const asked = await requestReversals(tx, outcome)
  await inOneStatement(tx, {
    ...attemptMoved(tx, movedBy(outcome, before)),
    ...(!isUndecided(outcome.to) && {
      freed: tx.deleteFrom('account_hold').where('attempt_id', '=', outcome.attemptId),
    }),
    ...(isPosted && postingsBegun(outcome, book)),
    ...(outcome.to === 'CHARGED' && before.hasPostings && { cleared: cleared(outcome) }),
    ...(outcome.email && { email: insertEmail(tx, outcome.email, outcome.at) }),
    ...notificationOf(outcome, before),
    events: insertEvents(outcome.checkoutId, outcome.at, [...eventsOf(outcome, before, isPosted), ...asked]),
  })
  const isBack = outcome.to === 'RETURNED' || outcome.to === 'NOT_CHARGED'
  if (!before.hasPostings || !isBack) return
  const canceled = await cancelPostings(tx, outcome.checkoutId, outcome.at, 'clearing')
  await appendEvents(tx, outcome.checkoutId, outcome.at, canceled)
}

/** A payer who was present has read of a decline. Of one for a saved card, AutoPay tells. */
function notificationOf({ to, checkoutId, at }: Outcome, before: Before): Record<string, Statement> {
  if (to === 'CHARGED') return { notification: insertPaymentNotifications('paymentReceived', checkoutId, at) }
  const wasUnknown = before.state === 'UNKNOWN' || before.state === 'ESCALATED'
  const isUnpaid = (to === 'DECLINED' || to === 'NOT_CHARGED') && wasUnknown && before.plannedChargeId === null
  const isReturned = to === 'RETURNED' && before.plannedChargeId === null
  return isUnpaid || isReturned || to === 'REVERSED'
    ? { notification: insertPaymentNotifications('paymentFailed', checkoutId, at) }
    : {}
}

interface Before {
  state: AttemptState
  tag: string | null
  /** Null for a payer's own payment. */
  plannedChargeId: number | null
  savedCardId: number | null
  bankFingerprint: string | null
  /** Credited when it was submitted. */
  hasPostings: boolean
}

/** Null when the outcome is not legal anymore or the lease was lost. A separate statement: later ones see the same. */
async function lockAttempt(tx: Tx, outcome: Outcome): Promise<Before | null> {
  const found = await sql<Before & { epoch: number; isPosting: boolean }>`
    select attempt.state, attempt.epoch,
      exists (select from posting where posting.checkout_id = checkout.id) as "hasPostings",
      exists (select from posting where posting.checkout_id = checkout.id and posting.state in ('PENDING', 'POSTING')) as "isPosting", attempt.transaction_tag as tag, planned_charge_id as "plannedChargeId",
      attempt.saved_card_id as "savedCardId", attempt.bank_fingerprint as "bankFingerprint"
    from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id
    where checkout.id = ${outcome.checkoutId} and attempt.id = ${outcome.attemptId}
    for no key update of checkout, attempt
  `.execute(tx)
  const row = found.rows[0]
  if (!row || !attemptStatesBefore(outcome.to).includes(row.state)) return null
  if (!outcome.from.includes(row.state)) return null
  // What the billing system is about to get can be canceled only once it has answered.
  if (row.isPosting && outcome.to !== 'CHARGED') return null
  return outcome.epoch === null || outcome.epoch === row.epoch ? row : null
}

function movedBy(outcome: Outcome, before: Before) {
  const { attemptId, checkoutId, to, at, nextInquiryAt } = outcome
  if (to === 'INTENT') throw new Error('A charge begins once')
  const columns = { next_look_at: nextInquiryAt, lease_until: null, ...answered(outcome, before), ...ofBank(outcome) }
  return { attemptId, checkoutId, from: before.state, to, decidedAt: isOpen(to) ? null : at, columns }
}

/** What the payer reads of a bank payment. */
function ofBank({ debit, deposits, returned }: Outcome) {
  return {
    ...(debit && { submitted_at: debit.begunAt, answered_by: debit.answersBy }),
    ...(deposits && { deposits_arrive_at: deposits.arriveOn, deposit_kind: deposits.kind }),
    ...(returned && { return_reason: returned.reason, return_code: scrubOrNull(returned.code) }),
  }
}

/** Fields that an inquiry lacks keep their values, unless the reply is about another transaction. */
function answered({ reply }: Outcome, before: Before) {
  if (!reply) return {}
  const columns = {
    transaction_tag: reply.tag,
    authorization_number: scrubOrNull(reply.authorization),
    sequence_number: scrubOrNull(reply.sequence),
    exact_code: scrubOrNull(reply.code),
    exact_message: scrubOrNull(reply.message),
    bank_code: scrubOrNull(reply.bankCode),
    bank_message: scrubOrNull(reply.bankMessage),
    avs: scrubOrNull(reply.avs),
    cvv2: scrubOrNull(reply.cvv2),
    gateway_record: scrubOrNull(reply.record),
    ...heard(reply.evidence),
  }
  const isAnother = before.tag !== null && reply.tag !== null && before.tag !== reply.tag
  return isAnother ? columns : Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null))
}

function heard(evidence: BankEvidence | undefined) {
  if (!evidence) return {}
  return {
    decline_code: scrubOrNull(evidence.declineCode),
    advice_code: scrubOrNull(evidence.adviceCode),
    network_decline_code: scrubOrNull(evidence.networkDeclineCode),
    network_advice_code: scrubOrNull(evidence.networkAdviceCode),
    network_transaction_id: scrubOrNull(evidence.networkTransactionId),
  }
}

function eventsOf(outcome: Outcome, before: Before, isPosted: boolean): PaymentEvent[] {
  const events = eventsOfAttempt({ ...outcome, from: before.state }, { ...outcome.detail, ...replyFacts(outcome) })
  for (const receipt of isPosted ? outcome.receipts : []) {
    const detail = { receipt: receipt.receiptNumber, amount: receipt.amount }
    events.push({ subject: 'posting', subjectId: receipt.itemId, from: null, to: 'PENDING', detail })
  }
  if (outcome.email) {
    const detail = { kind: outcome.email.template }
    events.push({ subject: 'email', subjectId: outcome.checkoutId, from: null, to: 'QUEUED', detail })
  }
  return events
}

/** The gateway's answer for the transaction log (A§3). Its printed record and the evidence are kept on the attempt. */
function replyFacts({ reply }: Outcome): Outcome['detail'] {
  if (!reply) return {}
  const { record: _, evidence: _evidence, ...facts } = reply
  return facts
}
