import type { Instant } from '@portal/contract/dates'
import type { InquiryAnswer, FoundTransaction } from '../../adapters/card-gateway/port.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import type { StoredCheckout } from '../checkout.ts'
import { contradictionAlarm, unknownKindAlarm } from '../monitoring.ts'
import { absenceAge, absenceMisses, escalationAge, hasAge, settledAge } from '../schedule.ts'
import { listedTransactions } from './search-gateway.ts'

/** One inquiry at the gateway. */
export interface Inquiry {
  checkout: StoredCheckout
  found: InquiryAnswer
  /**
   * Whether the search found a transaction that is known to be there, before and after (the canary). Only then does its
   * silence mean something.
   */
  isAbsenceProven: boolean
  /** When the inquiry was made. */
  now: Instant
  pace: number
}

/** What an inquiry proves, and what must be done about it. */
export interface InquiryResult {
  /** The state that the inquiry leads to; null when it proves nothing yet. */
  to: Extract<AttemptState, 'CHARGED' | 'DECLINED' | 'NOT_CHARGED' | 'REVERSED' | 'ESCALATED'> | null
  /** The transaction that proves it. */
  transaction: FoundTransaction | null
  /** Further charges that the gateway lists for the same reference. They must be reversed. */
  surplus: FoundTransaction[]
  /** Whether this inquiry counts towards the proof that nothing was charged. */
  isMiss: boolean
  /** Whether the gateway lists it, but not yet for long enough to count. By the next inquiry, it will. */
  isSettling: boolean
  reason: string
  alarm: string | null
}

/** Evaluates one inquiry (docs/payments.md). Pure. */
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
    case 'nothing':
      return evaluateAbsence(inquiry)
    case 'found':
      return evaluatePresence(inquiry, inquiry.found.transactions)
  }
}

/**
 * A missing listing is evidence only when the search is proven to work, enough time has passed, and the charge was not
 * listed before.
 */
function evaluateAbsence({ checkout: { attempt }, isAbsenceProven, now, pace }: Inquiry): InquiryResult {
  if (!isAbsenceProven) return undecided('not found, but the search itself could not be verified')
  if (attempt.listedAt !== null) {
    return {
      ...undecided('listed before, and not any more'),
      alarm: 'The gateway no longer lists a transaction it listed before',
    }
  }
  const isMissedEnough = attempt.misses + 1 >= absenceMisses && hasAge(attempt.sentAt, now, absenceAge, pace)
  if (isMissedEnough) return decided('NOT_CHARGED', null, 'not found at the gateway')
  return { ...undecided('not found yet'), isMiss: true }
}

function evaluatePresence({ checkout, now, pace }: Inquiry, transactions: FoundTransaction[]): InquiryResult {
  const { charges, reversals, refusals, unknownKind: unheardOf, isContradictory } = listedTransactions(transactions)
  if (isContradictory)
    return { ...undecided('one transaction is listed twice with different data'), alarm: contradictionAlarm }
  if (unheardOf.length > 0) return { ...undecided('listed with an unknown transaction type'), alarm: unknownKindAlarm }
  if (charges.some((charge) => charge.amount !== checkout.amount)) {
    return { ...undecided('listed with another amount'), alarm: 'The gateway lists a charge with a different amount' }
  }
  // The gateway may still reverse, by itself, a charge whose answer it could not deliver.
  const { listedAt } = checkout.attempt
  if (listedAt === null || !hasAge(listedAt, now, settledAge, pace)) {
    return { ...undecided('found, but it may still be reversed'), isSettling: true }
  }
  const [charge, ...more] = charges
  const [refusal] = refusals
  if (!charge) {
    if (reversals.length > 0 || !refusal) return undecided('found, but neither approved nor declined')
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

/** The meaning of one inquiry after the payer read that nothing was charged. */
interface RecheckResult {
  /** The charges to reverse, oldest first: at least one of them stands. */
  charges: FoundTransaction[]
  reason: string
  alarm: string | null
}

/** Evaluates one inquiry after the payer read that nothing was charged (docs/payments.md). Pure. */
export function evaluateRecheck({ amount }: Pick<StoredCheckout, 'amount'>, found: InquiryAnswer): RecheckResult {
  if (found.outcome === 'unavailable') return nothingToDo(`gateway search failed: ${found.reason}`)
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
  // The list does not say which charge the gateway has reversed. To a second reversal of that one, the gateway answers
  // that nothing is left.
  return { charges, reason: 'charged late', alarm: null }
}

function nothingToDo(reason: string): RecheckResult {
  return { charges: [], reason, alarm: null }
}
