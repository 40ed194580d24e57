import type { CheckoutOutcome } from '@portal/contract/checkout'
import type { ChargeResult } from '../adapters/card-gateway/port.ts'
import type { AttemptState } from '../database/tables/payments.ts'
import { CommitUnanswered } from '../database/transactions.ts'
import type { Deps } from '../deps.ts'
import * as metrics from '../metrics.ts'

/** What the gateway answered to one charge, or that it did not answer. */
interface ChargeAnswered {
  verdict: ChargeResult
  /** Our own reference, by which the payment's history and the gateway's console know the charge. */
  reference: string
  /** The id of the call that paid. */
  requestId: string | null
  milliseconds: number
}

/** The outcome of a charge whose answer had been lost. */
interface OutcomeFound {
  reference: string
  to: AttemptState
  reason: string
}

/** What the engine reports for monitoring. */
export interface Monitoring {
  /** Something that needs a person. */
  alarm(message: string, facts: Record<string, string | number | null>): void
  charged(answered: ChargeAnswered): void
  checkedOut(outcome: CheckoutOutcome): void
  posted(result: 'recorded' | 'rejected' | 'failed'): void
  undecided(count: number): void
  /** The gateway could not be searched for a charge. */
  searchFailed(reference: string, reason: string): void
  /** An inquiry has moved a payment. */
  outcomeFound(found: OutcomeFound): void
}

/** Reports to the metrics and the log. Lines name payments by reference, and never the payer or the card. */
export function makeMonitoring({ log }: Pick<Deps, 'log'>): Monitoring {
  return {
    alarm: (message, facts) => log.error({ alarm: true, ...facts }, message),
    charged: (answered) => {
      const { verdict, milliseconds } = answered
      metrics.chargeSeconds.observe({ verdict: verdict.outcome }, milliseconds / 1000)
      logCharge(log, answered)
    },
    checkedOut: (outcome) => metrics.checkouts.inc({ outcome }),
    posted: (result) => metrics.postings.inc({ result }),
    undecided: (count) => metrics.unconfirmedPayments.set(count),
    searchFailed: (reference, reason) => log.warn({ reference, reason }, 'Gateway search failed'),
    outcomeFound: ({ to, ...facts }) =>
      to === 'UNKNOWN'
        ? log.warn(facts, unknown)
        : log.info({ ...facts, outcome: to }, 'The outcome of a charge is known'),
  }
}

const unknown = 'Charge unconfirmed. Checking with the gateway'

/** A charge that went well is only in the metrics and the records. Every other one gets a line in the log. */
function logCharge(log: Deps['log'], { verdict, ...call }: ChargeAnswered): void {
  const facts = { ...call, verdict: verdict.outcome, ...factsOf(verdict) }
  switch (verdict.outcome) {
    case 'charged':
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

/** The gateway's codes and our own reason. The gateway's messages are left out, because they may contain anything. */
function factsOf(verdict: ChargeResult): Record<string, string | null> {
  const reply = 'reply' in verdict ? verdict.reply : null
  return {
    ...(reply && { tag: reply.tag, code: reply.code, bankCode: reply.bankCode }),
    ...('reason' in verdict && { reason: verdict.reason }),
  }
}

/** The text of an alarm, and which payment it is about. */
interface Alarm {
  alarm: string
  facts: Record<string, string | number | null>
}

/**
 * Raises the alarm about something that is being recorded, once it is. When it is not, because others have taken over,
 * it need not be true. A commit that was not answered may hold it, and then nothing would raise the alarm later: so it
 * is raised, too.
 * @param call null when no alarm is needed
 * @param recording yields nothing, null or false, when it was not recorded
 * @returns what recording yields
 * @throws what recording throws
 */
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

/** The alarm about an approved transaction of a kind that the portal never sends. */
export const unknownKindAlarm = 'The gateway lists an unknown transaction type'

/** The alarm about a transaction that is listed in two ways. */
export const contradictionAlarm = 'The gateway lists one transaction twice with different data'

/** The alarm about such a tag. */
export const tagOfAnotherAlarm = 'The gateway reused another payment’s transaction tag'
