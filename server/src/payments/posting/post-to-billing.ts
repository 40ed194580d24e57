import { dateIn, later } from '@portal/contract/dates'
import { paymentMethodCode } from '@portal/contract/payments'
import { type Work, leaseMilliseconds } from '../../foundation/work/loop.ts'
import { type Engine, cancellationWork, postingWork } from '../engine.ts'
import { alarmOnceRecorded } from '../monitoring.ts'
import {
  type CancellationResult,
  type LeasedCancellation,
  type LeasedPosting,
  type PostingResult,
  leaseCancellations,
  leasePostings,
  recordCancellation,
  recordPosting,
} from '../records/postings.ts'
import { isLateInLease, nextTry, restAt } from '../schedule.ts'

const most = 8

/** Reports charged payments at least once, recorded once (docs/payments.md), after an inquiry if it is a repeat. */
export function postingLoop(engine: Engine): Work {
  return {
    name: postingWork,
    fullBatch: most,
    restMilliseconds: restAt(engine.pace),
    async run() {
      const now = engine.clock.now()
      const leased = await leasePostings(engine.db, now, later(now, leaseMilliseconds(engine.pace)), most)
      await Promise.all(leased.map((posting) => postOne(engine, posting)))
      return leased.length
    },
  }
}

async function postOne(engine: Engine, posting: LeasedPosting): Promise<void> {
  const result = await reportPosting(engine, posting)
  if (!result) return
  engine.monitoring.posted(
    resultNames[result.to],
    result.to === 'POSTED' ? null : String(result.detail['reason'] ?? 'unknown'),
  )
  const { itemId, checkoutId, epoch, receiptNumber: receipt } = posting
  const alarm = 'Posting rejected for a charged payment'
  await alarmOnceRecorded(
    engine,
    recordPosting(engine.db, { ...result, itemId, checkoutId, epoch, at: engine.clock.now() }),
    result.to === 'REJECTED' ? { alarm, facts: { receipt } } : null,
  )
}

const resultNames = { POSTED: 'recorded', REJECTED: 'rejected', PENDING: 'failed' } as const

type PostingAnswer = Pick<PostingResult, 'to' | 'billingReference' | 'nextTryAt' | 'detail'>

/** An earlier try may have arrived, so a repeat inquires first. Null when another worker may soon take the lease. */
async function reportPosting(engine: Engine, posting: LeasedPosting): Promise<PostingAnswer | null> {
  try {
    const earlier = posting.tries > 1 ? await engine.billing.findPayment(posting.receiptNumber) : null
    if (earlier) return posted(earlier.billingReference, posting)
    if (isLateInLease(posting.leaseUntil, engine.clock.now(), engine.pace)) return null
    const recorded = await engine.billing.recordPayment({
      receipt: posting.receiptNumber,
      accountId: posting.accountId,
      amount: posting.amount,
      source: posting.sourceCode,
      method: paymentMethodCode,
      authorization: posting.authorizationNumber,
      paidAt: posting.chargedAt,
      payDate: dateIn(engine.profile.timeZone, posting.chargedAt),
    })
    if (recorded.outcome === 'recorded') return posted(recorded.billingReference, posting)
    return { to: 'REJECTED', billingReference: null, nextTryAt: null, detail: { reason: recorded.reason } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    const nextTryAt = nextTry(engine.clock.now(), posting.tries, engine.pace)
    return { to: 'PENDING', billingReference: null, nextTryAt, detail: { reason, tries: posting.tries } }
  }
}

function posted(billingReference: string, posting: LeasedPosting): PostingAnswer {
  const detail = { receipt: posting.receiptNumber, billingReference, tries: posting.tries }
  return { to: 'POSTED', billingReference, nextTryAt: null, detail }
}

const mostCancellations = 8

/** Cancels at least once, recorded once, exactly as payments are recorded there. */
export function cancellationLoop(engine: Engine): Work {
  return {
    name: cancellationWork,
    restMilliseconds: restAt(engine.pace),
    async run() {
      const now = engine.clock.now()
      const leased = await leaseCancellations(
        engine.db,
        now,
        later(now, leaseMilliseconds(engine.pace)),
        mostCancellations,
      )
      await Promise.all(leased.map((cancellation) => cancelOne(engine, cancellation)))
      return leased.length
    },
  }
}

async function cancelOne(engine: Engine, cancellation: LeasedCancellation): Promise<void> {
  const result = await reportCancellation(engine, cancellation)
  if (!result) return
  const { itemId, checkoutId, epoch, receiptNumber: receipt } = cancellation
  const alarm = 'Cancellation rejected for a refunded payment'
  await alarmOnceRecorded(
    engine,
    recordCancellation(engine.db, { ...result, itemId, checkoutId, epoch, at: engine.clock.now() }),
    result.to === 'CANCEL_REJECTED' ? { alarm, facts: { receipt } } : null,
  )
}

type CancellationAnswer = Pick<CancellationResult, 'to' | 'nextTryAt' | 'detail'>

/** Null when most of the lease is over, so that another worker may soon take over. */
async function reportCancellation(
  engine: Engine,
  cancellation: LeasedCancellation,
): Promise<CancellationAnswer | null> {
  const { receiptNumber: receipt, returned, reversedAt, tries } = cancellation
  const { bankPayments } = engine.profile
  const reason = returned === 'funds' && bankPayments ? (bankPayments.returnCode ?? 'NSF') : cancellation.reason
  try {
    const earlier = tries > 1 ? await engine.billing.findPayment(receipt) : null
    if (earlier?.isCancelled) return cancelled(cancellation)
    if (isLateInLease(cancellation.leaseUntil, engine.clock.now(), engine.pace)) return null
    const cancelDate = dateIn(engine.profile.timeZone, reversedAt)
    const answer = await engine.billing.cancelPayment({ receipt, reason, cancelledAt: reversedAt, cancelDate })
    if (answer.outcome === 'cancelled') return cancelled(cancellation)
    return { to: 'CANCEL_REJECTED', nextTryAt: null, detail: { reason: answer.reason } }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    const nextTryAt = nextTry(engine.clock.now(), tries, engine.pace)
    return { to: 'CANCEL_DUE', nextTryAt, detail: { reason: why, tries } }
  }
}

function cancelled({ receiptNumber: receipt, tries }: LeasedCancellation): CancellationAnswer {
  return { to: 'CANCELLED', nextTryAt: null, detail: { receipt, tries } }
}
