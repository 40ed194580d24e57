import type { Instant } from '@portal/contract/dates'
import type { InquiryAnswer, FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import { contradictionAlarm, unknownKindAlarm } from '../monitoring.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { absenceAge, absenceMisses, escalationAge, hasAge, isBankLate, settledAge } from '../schedule.ts'
import { listedTransactions } from './search-gateway.ts'

export interface Inquiry {
  checkout: StoredCheckout
  found: InquiryAnswer
  /** Whether the canary was found before and after. Only then does silence mean something. */
  isAbsenceProven: boolean
  now: Instant
  pace: number
}

export interface InquiryResult {
  /** Null when the inquiry proves nothing yet. */
  to: Extract<
    AttemptState,
    'CHARGED' | 'DECLINED' | 'NOT_CHARGED' | 'REVERSED' | 'ESCALATED' | 'VERIFYING' | 'PROCESSING' | 'RETURNED'
  > | null
  transaction: FoundTransaction | null
  /** Further charges of the same reference, which must be reversed. */
  surplus: FoundTransaction[]
  /** It counts towards the proof that nothing was charged. */
  isMiss: boolean
  /** It is listed, but not yet for long enough to count. By the next inquiry, it will be. */
  isSettling: boolean
  reason: string
  alarm: string | null
}

/** Pure; the rules are in docs/payments.md. */
export function evaluateInquiry(inquiry: Inquiry): InquiryResult {
  const result = evaluate(inquiry)
  const { attempt } = inquiry.checkout
  const isOverdue = attempt.state === 'UNKNOWN' && hasAge(attempt.sentAt, inquiry.now, escalationAge, inquiry.pace)
  const needsPerson = result.to === null && !result.isSettling && isOverdue
  return needsPerson ? { ...result, to: 'ESCALATED' } : result
}

function evaluate(inquiry: Inquiry): InquiryResult {
  switch (inquiry.found.outcome) {
    case 'unavailable':
      return undecided(`gateway search failed: ${inquiry.found.reason}`)
    case 'awaitsPayer':
      return undecided('the payer confirms it with the bank')
    case 'verifying':
      return inquiry.checkout.attempt.state === 'VERIFYING'
        ? undecided('the payer has not said what the small deposits were')
        : decided('VERIFYING', null, 'small deposits were sent')
    case 'processing':
      return inquiry.checkout.attempt.state === 'PROCESSING'
        ? { ...undecided('the bank has not answered'), alarm: lateBank(inquiry) }
        : decided('PROCESSING', null, 'the bank has it')
    case 'nothing':
      return inquiry.found.isProof
        ? decided('NOT_CHARGED', null, 'the gateway was never asked to charge it')
        : evaluateAbsence(inquiry)
    case 'found':
      return evaluatePresence(inquiry, inquiry.found)
  }
}

/** Never absent, never escalated: only the bank ends it. */
function lateBank({ checkout: { attempt }, now }: Inquiry): string | null {
  return isBankLate(attempt.bank?.answersBy ?? null, now) ? 'A bank has not answered for ten bank days' : null
}

type Found = Extract<InquiryAnswer, { outcome: 'found' }>

/** Absence is evidence only if the search works, time has passed, and the charge was not listed before. */
function evaluateAbsence({ checkout: { attempt }, isAbsenceProven, now, pace }: Inquiry): InquiryResult {
  if (!isAbsenceProven) return undecided('not found, but the search itself could not be verified')
  if (attempt.listedAt !== null) {
    return {
      ...undecided('listed before, and not anymore'),
      alarm: 'The gateway no longer lists a transaction it listed before',
    }
  }
  const isMissedEnough = attempt.misses + 1 >= absenceMisses && hasAge(attempt.sentAt, now, absenceAge, pace)
  if (isMissedEnough) return decided('NOT_CHARGED', null, 'not found at the gateway')
  return { ...undecided('not found yet'), isMiss: true }
}

function evaluatePresence({ checkout, now, pace }: Inquiry, { transactions, isFinal }: Found): InquiryResult {
  const { charges, reversals, refusals, unknownKind: unheardOf, isContradictory } = listedTransactions(transactions)
  if (isContradictory)
    return { ...undecided('one transaction is listed twice with different data'), alarm: contradictionAlarm }
  if (unheardOf.length > 0) return { ...undecided('listed with an unknown transaction type'), alarm: unknownKindAlarm }
  if (charges.some((charge) => charge.amount !== checkout.attempt.amount)) {
    return { ...undecided('listed with another amount'), alarm: 'The gateway lists a charge with a different amount' }
  }
  // The gateway may still reverse, by itself, a charge whose answer it could not deliver.
  const { listedAt } = checkout.attempt
  if (!isFinal && (listedAt === null || !hasAge(listedAt, now, settledAge, pace))) {
    return { ...undecided('found, but it may still be reversed'), isSettling: true }
  }
  const [charge, ...more] = charges
  const [refusal] = refusals
  if (!charge) {
    if (refusal?.status === 'returned') return decided('RETURNED', refusal, 'the bank returned it')
    if (reversals.length > 0 || !refusal) return undecided('found, but neither approved nor declined')
    // Canceled before any bank was asked.
    if (isFinal && refusals.every(({ status }) => status === 'error'))
      return decided('NOT_CHARGED', null, 'nothing was asked of the bank, and it is canceled')
    return decided('DECLINED', refusal, 'the gateway declined it')
  }
  if (reversals.length >= charges.length) return decided('REVERSED', charge, 'charged, then reversed by the gateway')
  if (reversals.length > 0) {
    const alarm = 'Several charges for one reference at the gateway, some reversed'
    return { ...undecided('several charges, only some reversed'), alarm }
  }
  const alarm = more.length > 0 ? 'Duplicate charge at the gateway' : null
  return { ...decided('CHARGED', charge, 'charged'), surplus: more, alarm }
}

function undecided(reason: string): InquiryResult {
  return { to: null, transaction: null, surplus: [], isMiss: false, isSettling: false, reason, alarm: null }
}

function decided(to: InquiryResult['to'], transaction: FoundTransaction | null, reason: string): InquiryResult {
  return { to, transaction, surplus: [], isMiss: false, isSettling: false, reason, alarm: null }
}

interface RecheckResult {
  /** The charges to reverse, oldest first: at least one of them stands. */
  charges: FoundTransaction[]
  reason: string
  alarm: string | null
}

interface Recheckable {
  attempt: Pick<StoredCheckout['attempt'], 'amount'>
}

/** For a payer who has read that nothing was charged (docs/payments.md). Pure. */
export function evaluateRecheck({ attempt: { amount } }: Recheckable, found: InquiryAnswer): RecheckResult {
  if (found.outcome === 'unavailable') return nothingToDo(`gateway search failed: ${found.reason}`)
  if (found.outcome === 'awaitsPayer') return nothingToDo('the payer may still confirm it')
  if (found.outcome === 'verifying' || found.outcome === 'processing') return nothingToDo('the bank may still pay it')
  if (found.outcome === 'nothing') return nothingToDo('still not found')
  const { charges, reversals, unknownKind: unheardOf, isContradictory } = listedTransactions(found.transactions)
  if (isContradictory)
    return { ...nothingToDo('one transaction is listed twice with different data'), alarm: contradictionAlarm }
  if (unheardOf.length > 0)
    return { ...nothingToDo('listed with an unknown transaction type'), alarm: unknownKindAlarm }
  if (charges.length <= reversals.length) return nothingToDo('no charge stands')
  // A reversal would return more than this attempt paid, or less than all of it.
  if (charges.some((charge) => charge.amount !== amount)) {
    return { ...nothingToDo('listed with another amount'), alarm: 'The gateway lists a charge with a different amount' }
  }
  // The list does not say which charge was reversed already. A second reversal of it finds that nothing is left.
  return { charges, reason: 'charged late', alarm: null }
}

function nothingToDo(reason: string): RecheckResult {
  return { charges: [], reason, alarm: null }
}
