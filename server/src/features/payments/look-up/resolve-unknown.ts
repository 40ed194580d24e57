import { type Instant, dateIn, later } from '@portal/contract/dates'
import {
  emptyReply,
  type FindResult,
  type FoundTransaction,
  type GatewayReply,
} from '../../../adapters/card-gateway/port.ts'
import { letterWork } from '../../../foundation/mail/outbox.ts'
import { leaseMilliseconds } from '../../../foundation/work/lease.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { type Sighting, findBesideCanary } from './canary.ts'
import { decision } from '../charge/decisions.ts'
import type { Engine } from '../engine.ts'
import { reversalWork } from '../reversals/give-back.ts'
import { giveBackLateCharge, giveBackOf } from './late-charge.ts'
import { type Judgement, judgeLook } from './judge-look.ts'
import { judgeLateLook } from './judge-late-look.ts'
import { postingWork } from '../posting/post-to-billing.ts'
import {
  escalationAge,
  hasAge,
  nextLateLookAt,
  nextLookAfterMiss,
  nextLookAt,
  nextLookAtListed,
  restAt,
  retryAt,
} from '../schedule.ts'
import { isUndecided } from '../states.ts'
import { type StoredCheckout, TagOfAnother, tagOfAnotherAlarm } from '../store.ts'

/** The name to wake this work by. */
export const lookUpWork = 'look-ups'

const most = 10

const unknownForADayAlarm = 'A payment is unknown for a day and needs a person'

/**
 * Settles payments whose outcome nobody knows, by asking the gateway for our reference (P3). It only
 * ever looks: no card is left that could be charged again.
 */
export function resolveLoop(engine: Engine): Work {
  return {
    name: lookUpWork,
    restMilliseconds: restAt(engine.pace),
    async run(signal) {
      const now = engine.clock.now()
      const until = later(now, leaseMilliseconds(engine.pace))
      const leased = await engine.store.leaseLooks(now, until, most)
      const failures: unknown[] = []
      for (const checkout of leased) {
        // A gateway that hardly answers makes few looks fill a lease; the rest may be another worker's by then.
        if (signal.aborted || engine.clock.now() >= until) break
        // One that fails, such as for a billing system that is down, is due again when its lease ends.
        await resolveOne(engine, checkout).catch(async (error: unknown) => {
          failures.push(error)
          await escalateFailed(engine, checkout).catch((again: unknown) => failures.push(again))
        })
      }
      engine.watch.undecided(await engine.store.countUndecided())
      if (failures.length > 0) throw new AggregateError(failures, 'Looks at the gateway failed')
      return leased.length
    },
  }
}

/**
 * A look that fails decides nothing, and one that fails for a day would keep the accounts held without a move at the
 * money desk: then a person has to settle the payment. The looks go on.
 */
async function escalateFailed(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const { state, sentAt, epoch, reference } = checkout.attempt
  const now = engine.clock.now()
  if (state !== 'UNKNOWN' || !hasAge(sentAt, now, escalationAge, engine.pace)) return
  const reason = 'the looks at the gateway fail'
  const given = decision(engine, checkout, { to: 'ESCALATED', reply: null, detail: { reason }, epoch })
  if (await engine.store.decide({ ...given, nextLookAt: retryAt(null, now, engine.pace) })) {
    engine.watch.alarm(unknownForADayAlarm, { reference, reason })
  }
}

async function resolveOne(engine: Engine, checkout: StoredCheckout): Promise<void> {
  if (checkout.attempt.state === 'INTENT') return giveUpWaiting(engine, checkout)
  if (!isUndecided(checkout.attempt.state)) return lookAfterwards(engine, checkout)
  // What is found is as old as the question: this process may stand still before it judges the answer.
  const lookedAt = engine.clock.now()
  const sighting = await findBesideCanary(engine, checkout.attempt, checkout.attempt.id)
  if (sighting.found.outcome === 'unavailable') {
    engine.watch.searchFailed(checkout.attempt.reference, sighting.found.reason)
  }
  await believing(engine, checkout, sighting.found, async (found) => {
    await actOn(engine, checkout, { ...sighting, found }, lookedAt)
  })
}

/**
 * Acts on what was found. A transaction listed under another payment's tag is treated like a failed search, with an
 * alarm.
 */
async function believing(
  engine: Engine,
  { attempt }: StoredCheckout,
  found: FindResult,
  act: (found: FindResult) => Promise<void>,
): Promise<void> {
  try {
    await act(found)
  } catch (error) {
    if (!(error instanceof TagOfAnother)) throw error
    engine.watch.alarm(tagOfAnotherAlarm, { reference: attempt.reference })
    await act({ outcome: 'unavailable', reason: 'listed under the tag of another payment' })
  }
}

async function actOn(
  engine: Engine,
  checkout: StoredCheckout,
  { found, isAbsenceProven }: Sighting,
  lookedAt: Instant,
): Promise<void> {
  const judgement = judgeLook({ checkout, found, isAbsenceProven, now: lookedAt, pace: engine.pace })
  if (judgement.alarm) engine.watch.alarm(judgement.alarm, { reference: checkout.attempt.reference })
  if (judgement.to) await settle(engine, checkout, judgement)
  else await lookAgain(engine, checkout, judgement, found)
}

/** The process that sent this charge is gone: from here on only the gateway's books can tell. */
async function giveUpWaiting(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const { epoch } = checkout.attempt
  const reason = 'no answer was recorded'
  const given = decision(engine, checkout, { to: 'UNKNOWN', reply: null, detail: { reason }, epoch })
  if (!(await engine.store.decide(given))) return
  engine.watch.outcomeFound({ reference: checkout.attempt.reference, to: 'UNKNOWN', reason })
}

async function settle(engine: Engine, checkout: StoredCheckout, judgement: Judgement): Promise<void> {
  const { transaction, reason } = judgement
  const to = judgement.to === 'CHARGED' && (await wasPaidMeanwhile(engine, checkout)) ? 'REVERSING' : judgement.to
  if (!to) return
  const settled = decision(engine, checkout, {
    to,
    reply: transaction ? replyOf(transaction) : null,
    detail: { reason, looks: checkout.attempt.looks + 1 },
    epoch: checkout.attempt.epoch,
    giveBack: [
      ...(to === 'REVERSING' && transaction
        ? [giveBackOf(engine, transaction, 'paidOtherwise', 'paid otherwise meanwhile')]
        : []),
      ...judgement.surplus.map((second) =>
        giveBackOf(engine, second, 'secondCharge', 'a second charge for one payment'),
      ),
    ],
  })
  if (!(await engine.store.decide(settled))) return
  engine.watch.outcomeFound({ reference: checkout.attempt.reference, to, reason })
  if (to === 'ESCALATED') engine.watch.alarm(unknownForADayAlarm, { reference: checkout.attempt.reference, reason })
  if (to === 'CHARGED') engine.wake(postingWork)
  if (settled.giveBack.length > 0) engine.wake(reversalWork)
  if (settled.letter) engine.wake(letterWork)
}

/** A payer who was told to wait may have paid at an office: then the late charge is given back (docs/payments.md). */
async function wasPaidMeanwhile(engine: Engine, { attempt, items }: StoredCheckout): Promise<boolean> {
  const since = dateIn(engine.profile.timeZone, attempt.sentAt)
  for (const { accountId, amount } of items) {
    if (await engine.billing.wasPaidOtherwise(accountId, amount, since)) return true
  }
  return false
}

async function lookAgain(
  engine: Engine,
  checkout: StoredCheckout,
  judgement: Judgement,
  found: FindResult,
): Promise<void> {
  const { attempt } = checkout
  const now = engine.clock.now()
  const isListed = found.outcome === 'found'
  await engine.store.recordLook({
    checkoutId: checkout.id,
    attemptId: attempt.id,
    epoch: attempt.epoch,
    at: now,
    isMiss: judgement.isMiss,
    isListed,
    nextLookAt: lookAfter(engine, attempt, { isListed, isMiss: judgement.isMiss }, now),
    detail: { look: attempt.looks + 1, found: found.outcome, isMiss: judgement.isMiss, reason: judgement.reason },
  })
}

/** When to look after a look that decided nothing. */
function lookAfter(
  { pace }: Engine,
  { sentAt, looks, listedAt }: StoredCheckout['attempt'],
  { isListed, isMiss }: { isListed: boolean; isMiss: boolean },
  now: Instant,
): Instant {
  const planned = nextLookAt(sentAt, looks + 1, now, pace)
  if (isListed) return nextLookAtListed(listedAt ?? now, planned, now, pace)
  return isMiss ? nextLookAfterMiss(planned, now, pace) : retryAt(planned, now, pace)
}

/** A look after the payer was told that nothing was charged: what was charged all the same is given back. */
async function lookAfterwards(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const { attempt } = checkout
  const found = await engine.gateway.find(attempt.reference, attempt.sentAt)
  if (found.outcome === 'unavailable') engine.watch.searchFailed(attempt.reference, found.reason)
  await believing(engine, checkout, found, async (believed) => await actAfterwards(engine, checkout, believed))
}

async function actAfterwards(engine: Engine, checkout: StoredCheckout, found: FindResult): Promise<void> {
  const { attempt } = checkout
  const { charges, alarm, reason } = judgeLateLook(checkout, found)
  if (alarm) engine.watch.alarm(alarm, { reference: attempt.reference })
  const [charge] = charges
  if (charge) {
    await giveBackLateCharge(engine, checkout, { charges, reply: replyOf(charge), epoch: attempt.epoch })
    return
  }
  const now = engine.clock.now()
  const planned = nextLateLookAt(checkout.decidedAt ?? attempt.sentAt, now, engine.pace)
  await engine.store.recordLook({
    checkoutId: checkout.id,
    attemptId: attempt.id,
    epoch: attempt.epoch,
    at: now,
    isMiss: false,
    isListed: found.outcome === 'found',
    nextLookAt: found.outcome === 'unavailable' ? retryAt(null, now, engine.pace) : planned,
    detail: { look: attempt.looks + 1, found: found.outcome, reason },
  })
}

/** A reply with what the gateway's list tells of a transaction; the rest was lost with the original reply. */
function replyOf({ tag, authorization }: FoundTransaction): GatewayReply {
  return { ...emptyReply, tag, authorization }
}
