import type { Instant } from '@portal/contract/dates'
import type { AttemptState } from '@portal/server/database/tables/payments.ts'
import type { StoredCheckout } from '@portal/server/payments/checkout.ts'
import type { InconclusiveInquiry, ListedAttempt, CanarySearch } from '@portal/server/payments/records/attempts.ts'
import { inquiredStates } from '@portal/server/payments/states.ts'
import { type ModelRecords, readRecord } from './records.ts'
import { isDue } from './transactions.ts'

function isLookedAt(state: AttemptState): boolean {
  return inquiredStates.some((lookedAt) => lookedAt === state)
}

export function leaseLooks(records: ModelRecords, now: Instant, until: Instant, most: number): StoredCheckout[] {
  const due = [...records.checkouts.values()].filter(
    ({ attempt }) => isLookedAt(attempt.state) && isDue(attempt.nextLookAt, attempt.leaseUntil, now),
  )
  return due.slice(0, most).map((checkout) => {
    checkout.attempt.leaseUntil = until
    checkout.attempt.epoch++
    return readRecord(records, checkout)
  })
}

export function recordLook(records: ModelRecords, look: InconclusiveInquiry): boolean {
  const checkout = records.checkouts.get(look.checkoutId)
  if (!checkout || !isLookedAt(checkout.attempt.state) || checkout.attempt.epoch !== look.epoch) return false
  const { attempt } = checkout
  attempt.looks++
  if (look.isMiss) attempt.misses++
  if (look.isListed) attempt.listedAt ??= look.at
  attempt.nextLookAt = look.nextInquiryAt
  attempt.leaseUntil = null
  return true
}

export function newestKnown(records: ModelRecords, { except, after, listedBy }: CanarySearch): ListedAttempt | null {
  const known = [...records.checkouts.values()]
    .filter(({ attempt }) => attempt.id !== except && attempt.transactionTag !== null && !attempt.isSettledByHand)
    .map(({ intent }): ListedAttempt => ({ reference: intent.reference, sentAt: intent.at }))
  const isListed = ({ sentAt }: ListedAttempt): boolean => sentAt > after && sentAt <= listedBy
  return newestOf(known.filter(isListed)) ?? newestOf(known) ?? records.earlier
}

function newestOf(known: readonly ListedAttempt[]): ListedAttempt | undefined {
  return known.toSorted((one, other) => (one.sentAt < other.sentAt ? -1 : 1)).at(-1)
}
