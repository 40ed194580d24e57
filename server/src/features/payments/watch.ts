import type { CheckoutOutcome } from '@portal/contract/payments'
import type { ChargeVerdict } from '../../adapters/card-gateway/port.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'
import * as metrics from '../../metrics.ts'

/** What the gateway answered to one charge, or that it did not. */
interface ChargeAnswered {
  verdict: ChargeVerdict
  /** Ours: the payment's history and the gateway's console know the charge by it. */
  reference: string
  /** The id of the call that paid. */
  requestId: string | null
  milliseconds: number
}

/** What became of a charge whose answer had been lost. */
interface OutcomeFound {
  reference: string
  to: AttemptState
  reason: string
}

/** What the engine tells those who watch over it. */
export interface PaymentWatch {
  /** Something a person has to look at. */
  alarm(message: string, facts: Record<string, string | number | null>): void
  charged(answered: ChargeAnswered): void
  checkedOut(outcome: CheckoutOutcome): void
  posted(result: 'recorded' | 'rejected' | 'failed'): void
  undecided(count: number): void
  /** The gateway could not be asked what became of a charge. */
  searchFailed(reference: string, reason: string): void
  /** A look-up has moved a payment. */
  outcomeFound(found: OutcomeFound): void
}

/** Reports to the metrics and the log. Lines name payments by reference, and never who pays or with which card. */
export function watchOf({ log }: Pick<Deps, 'log'>): PaymentWatch {
  return {
    alarm: (message, facts) => log.error({ alarm: true, ...facts }, message),
    charged: (answered) => {
      const { verdict, milliseconds } = answered
      metrics.chargeSeconds.observe({ verdict: verdict.outcome }, milliseconds / 1000)
      logCharge(log, answered)
    },
    checkedOut: (outcome) => metrics.checkouts.inc({ outcome }),
    posted: (result) => metrics.postings.inc({ result }),
    undecided: (count) => metrics.unknownOutcomes.set(count),
    searchFailed: (reference, reason) =>
      log.warn({ reference, reason }, 'The gateway could not be searched for a charge'),
    outcomeFound: ({ to, ...facts }) =>
      to === 'UNKNOWN'
        ? log.warn(facts, unknown)
        : log.info({ ...facts, outcome: to }, 'The outcome of a charge is known'),
  }
}

const unknown = 'The outcome of a charge is unknown; the look-ups ask for it'

/** A charge that went as it should is only in the metrics and the records; every other one gets a line in the log. */
function logCharge(log: Deps['log'], { verdict, ...call }: ChargeAnswered): void {
  const facts = { ...call, verdict: verdict.outcome, ...factsOf(verdict) }
  switch (verdict.outcome) {
    case 'charged':
      return
    case 'declined':
      return log.info(facts, 'A charge was declined')
    case 'notCharged':
      return log.warn(facts, 'The gateway refused to process a charge')
    case 'notSent':
      return log.warn(facts, 'A charge could not be sent to the gateway')
    case 'unknown':
      return log.warn(facts, unknown)
  }
}

/** The gateway's codes and our own reason. Its messages are left out, because they may say anything. */
function factsOf(verdict: ChargeVerdict): Record<string, string | null> {
  const reply = 'reply' in verdict ? verdict.reply : null
  return {
    ...(reply && { tag: reply.tag, exactCode: reply.exactCode, bankCode: reply.bankCode }),
    ...('reason' in verdict && { reason: verdict.reason }),
  }
}
