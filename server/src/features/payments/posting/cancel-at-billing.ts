import { dateIn, later } from '@portal/contract/dates'
import { leaseMilliseconds } from '../../../foundation/work/lease.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { alarmOnceRecorded } from '../alarm-once-recorded.ts'
import type { Engine } from '../engine.ts'
import { isLateInLease, nextPostingTry, restAt } from '../schedule.ts'
import { leaseCancellations } from './cancellation-queries.ts'
import { recordCancellation } from './cancellation-queries.ts'
import type { CancellationResult, LeasedCancellation } from './cancellation-store.ts'

/** The name by which to wake this work. */
export const cancellationWork = 'cancellations'

const most = 8

/**
 * Cancels payments in the billing system whose charge was given back, at least once and recorded once: under a lease,
 * with a look-up by receipt number before a repeat, exactly as payments are recorded there.
 */
export function cancellationLoop(engine: Engine): Work {
  return {
    name: cancellationWork,
    restMilliseconds: restAt(engine.pace),
    async run() {
      const now = engine.clock.now()
      const leased = await leaseCancellations(engine.db, now, later(now, leaseMilliseconds(engine.pace)), most)
      await Promise.all(leased.map((cancellation) => cancelOne(engine, cancellation)))
      return leased.length
    },
  }
}

async function cancelOne(engine: Engine, cancellation: LeasedCancellation): Promise<void> {
  const result = await tell(engine, cancellation)
  if (!result) return
  const { itemId, checkoutId, epoch, receiptNumber: receipt } = cancellation
  const alarm = 'The billing system refuses to cancel a payment that was given back'
  await alarmOnceRecorded(
    engine,
    recordCancellation(engine.db, { ...result, itemId, checkoutId, epoch, at: engine.clock.now() }),
    result.to === 'CANCEL_REJECTED' ? { alarm, facts: { receipt } } : null,
  )
}

type Told = Pick<CancellationResult, 'to' | 'nextTryAt' | 'detail'>

/** Null when most of the lease is over, so that another worker may soon take over. */
async function tell(engine: Engine, cancellation: LeasedCancellation): Promise<Told | null> {
  const { receiptNumber: receipt, reason, givenBackAt, tries } = cancellation
  try {
    const earlier = tries > 1 ? await engine.billing.findPayment(receipt) : null
    if (earlier?.isCancelled) return cancelled(cancellation)
    if (isLateInLease(cancellation.leaseUntil, engine.clock.now(), engine.pace)) return null
    const cancelDate = dateIn(engine.profile.timeZone, givenBackAt)
    const answer = await engine.billing.cancelPayment({ receipt, reason, cancelledAt: givenBackAt, cancelDate })
    if (answer.outcome === 'cancelled') return cancelled(cancellation)
    return { to: 'CANCEL_REJECTED', nextTryAt: null, detail: { reason: answer.reason } }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    const nextTryAt = nextPostingTry(engine.clock.now(), tries, engine.pace)
    return { to: 'CANCEL_DUE', nextTryAt, detail: { reason: why, tries } }
  }
}

function cancelled({ receiptNumber: receipt, tries }: LeasedCancellation): Told {
  return { to: 'CANCELLED', nextTryAt: null, detail: { receipt, tries } }
}
