import type { CheckoutOutcome } from '@portal/contract/checkout'
import type { PaymentMethod } from '@portal/contract/reports'
import type { ChargeResult } from '../adapters/payment-gateway/port.ts'
import type { AttemptState } from '../database/tables/payments.ts'
import { CommitUnanswered } from '../database/transactions.ts'
import type { Deps } from '../deps.ts'
import * as metrics from '../metrics.ts'

interface ChargeAnswered {
  verdict: ChargeResult
  /** By which the payment's history and the gateway's console know the charge. */
  reference: string
  requestId: string | null
  milliseconds: number
}

interface OutcomeFound {
  reference: string
  to: AttemptState
  reason: string
}

export interface Monitoring {
  alarm(message: string, facts: Record<string, string | number | null>): void
  charged(answered: ChargeAnswered): void
  checkedOut(outcome: CheckoutOutcome, method: PaymentMethod): void
  /** @param reason of one that was not recorded */
  posted(result: 'recorded' | 'rejected' | 'failed', reason: string | null): void
  undecided(count: number): void
  searchFailed(reference: string, reason: string): void
  outcomeFound(found: OutcomeFound): void
  /** Something about a saved card is to be asked again. Never names the card or its owner. */
  cardUnclear(reason: string): void
}

/** Log lines name payments by reference, and never the payer or the card. */
export function makeMonitoring({ log }: Pick<Deps, 'log'>): Monitoring {
  return {
    alarm: (message, facts) => log.error({ alarm: true, ...facts }, message),
    charged: (answered) => {
      const { verdict, milliseconds } = answered
      metrics.chargeSeconds.observe({ verdict: verdict.outcome }, milliseconds / 1000)
      countFailedCharge(verdict)
      logCharge(log, answered)
    },
    checkedOut: (outcome, method) => metrics.checkouts.inc({ outcome, method }),
    posted: (result, reason) => {
      metrics.postings.inc({ result })
      if (reason !== null) metrics.countFailure('posting', reason)
    },
    undecided: (count) => metrics.unconfirmedPayments.set(count),
    searchFailed: (reference, reason) => {
      metrics.countFailure('search', reason)
      log.warn({ reference, reason }, 'Gateway search failed')
    },
    outcomeFound: ({ to, ...facts }) =>
      to === 'UNKNOWN'
        ? log.warn(facts, unknown)
        : log.info({ ...facts, outcome: to }, 'The outcome of a charge is known'),
    cardUnclear: (reason) => log.warn({ reason }, 'No clear answer about a saved card. Will ask again'),
  }
}

/** A gateway that rejects a charge says why by a code. */
function countFailedCharge(verdict: ChargeResult): void {
  if ('reason' in verdict) metrics.countFailure('charge', verdict.reason)
  else if (verdict.outcome === 'notCharged')
    metrics.countFailure('charge', `rejected ${verdict.reply.code ?? ''}`.trim())
}

const unknown = 'Charge unconfirmed. Checking with the gateway'

/** A charge that went well is only in the metrics and the records. */
function logCharge(log: Deps['log'], { verdict, ...call }: ChargeAnswered): void {
  const facts = { ...call, verdict: verdict.outcome, ...factsOf(verdict) }
  switch (verdict.outcome) {
    case 'charged':
    case 'verifying':
    case 'processing':
      return
    case 'declined':
      return log.info(facts, 'A charge was declined')
    case 'notCharged':
      return log.warn(facts, 'Charge rejected by the gateway')
    case 'notSent':
      return log.warn(facts, 'Charge not sent to the gateway')
    case 'unknown':
      return log.warn(facts, unknown)
  }
}

/** The gateway's messages are left out, because they may contain anything. */
function factsOf(verdict: ChargeResult): Record<string, string | null> {
  const reply = 'reply' in verdict ? verdict.reply : null
  return {
    ...(reply && { tag: reply.tag, code: reply.code, bankCode: reply.bankCode }),
    ...('reason' in verdict && { reason: verdict.reason }),
  }
}

interface Alarm {
  alarm: string
  facts: Record<string, string | number | null>
}

/** What others took over need not be true, so no alarm. A commit not answered may hold it: it raises the alarm, too. */
export async function alarmOnceRecorded<Recorded>(
  { monitoring }: { monitoring: Monitoring },
  recording: Promise<Recorded>,
  call: Alarm | null,
): Promise<Recorded> {
  const raise = () => {
    if (call) monitoring.alarm(call.alarm, call.facts)
  }
  try {
    const recorded = await recording
    if (recorded) raise()
    return recorded
  } catch (error) {
    if (error instanceof CommitUnanswered) raise()
    throw error
  }
}

export const unknownKindAlarm = 'The gateway lists an unknown transaction type'

export const contradictionAlarm = 'The gateway lists one transaction twice with different data'

export const tagOfAnotherAlarm = 'The gateway reused another payment’s transaction tag'
