import { dateIn, later } from '@portal/contract/dates'
import { paymentMethodCode } from '@portal/contract/payments'
import { leaseMilliseconds } from '../../../foundation/work/lease.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { alarmOnceRecorded } from '../alarm-once-recorded.ts'
import type { Engine } from '../engine.ts'
import { isLateInLease, nextPostingTry, restAt } from '../schedule.ts'
import { leasePostings } from './posting-queries.ts'
import { recordPosting } from './posting-queries.ts'
import type { LeasedPosting, PostingResult } from './posting-store.ts'

/** The name by which to wake this work. */
export const postingWork = 'postings'

/** How many postings one turn handles. They are sent to the billing system in parallel. */
const most = 8

/**
 * Reports every charged payment to the billing system, at least once and recorded once (docs/payments.md): under a
 * lease, with a look-up by receipt number before a repeat.
 */
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
  const result = await tell(engine, posting)
  if (!result) return
  engine.watch.posted(resultNames[result.to])
  const { itemId, checkoutId, epoch, receiptNumber: receipt } = posting
  const alarm = 'The billing system refuses a payment that was charged'
  await alarmOnceRecorded(
    engine,
    recordPosting(engine.db, { ...result, itemId, checkoutId, epoch, at: engine.clock.now() }),
    result.to === 'REJECTED' ? { alarm, facts: { receipt } } : null,
  )
}

const resultNames = { POSTED: 'recorded', REJECTED: 'rejected', PENDING: 'failed' } as const

type Told = Pick<PostingResult, 'to' | 'billingReference' | 'nextTryAt' | 'detail'>

/**
 * An earlier try may have reached the billing system although nobody recorded it, so a repeat looks it up first. Null
 * when most of the lease is over, as in a process that stood still, so that another worker may soon take over.
 */
async function tell(engine: Engine, posting: LeasedPosting): Promise<Told | null> {
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
    const nextTryAt = nextPostingTry(engine.clock.now(), posting.tries, engine.pace)
    return { to: 'PENDING', billingReference: null, nextTryAt, detail: { reason, tries: posting.tries } }
  }
}

function posted(billingReference: string, posting: LeasedPosting): Told {
  const detail = { receipt: posting.receiptNumber, billingReference, tries: posting.tries }
  return { to: 'POSTED', billingReference, nextTryAt: null, detail }
}
