import { type Instant, dateIn, later } from '@portal/contract/dates'
import type { FindResult } from '../../adapters/card-gateway/port.ts'
import { CommitUnanswered } from '../../database/commit.ts'
import { letterWork } from '../../foundation/mail/outbox.ts'
import { leaseMilliseconds } from '../../foundation/work/lease.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { giveBackOf } from '../charge/late-charge.ts'
import { decision } from '../charge/outcome.ts'
import { decideAttempt } from '../charge/record-outcome.ts'
import type { StoredCheckout } from '../checkout.ts'
import { type Engine, lookUpWork, postingWork, reversalWork } from '../engine.ts'
import { type Judgement, judgeLook } from '../inquiry/evaluate-inquiry.ts'
import { type Sighting, actOnListing, findBesideCanary, replyOf } from '../inquiry/search-gateway.ts'
import { alarmOnceRecorded } from '../monitoring.ts'
import { countUndecided, leaseLooks, recordLook } from '../records/attempts.ts'
import { escalationAge, hasAge, nextLookAfterMiss, nextLookAt, nextLookAtListed, restAt, retryAt } from '../schedule.ts'
import { isUndecided } from '../states.ts'
import { lookAfterwards } from './recheck-unpaid.ts'

const most = 10

const unknownForADayAlarm = 'A payment is unknown for a day and needs a person'

/**
 * Settles payments of unknown outcome by searching the gateway for our reference (P3). It only looks: the card is gone,
 * so nothing can be charged again.
 */
export function resolveLoop(engine: Engine): Work {
  return {
    name: lookUpWork,
    restMilliseconds: restAt(engine.pace),
    async run(signal) {
      const now = engine.clock.now()
      const until = later(now, leaseMilliseconds(engine.pace))
      const leased = await leaseLooks(engine.db, now, until, most)
      const failures: unknown[] = []
      for (const checkout of leased) {
        // When the gateway barely answers, a few look-ups use up the lease, and another worker may hold the rest by
        // then.
        if (signal.aborted || engine.clock.now() >= until) break
        // A look-up that fails, for instance because the billing system is down, is due again when its lease ends.
        await resolveOne(engine, checkout).catch(async (error: unknown) => {
          failures.push(error)
          // What it found may be recorded already, and if it is not, the next look-up finds it again.
          if (error instanceof CommitUnanswered) return
          await escalateFailed(engine, checkout).catch((again: unknown) => failures.push(again))
        })
      }
      engine.watch.undecided(await countUndecided(engine.db))
      if (failures.length > 0) throw new AggregateError(failures, 'Looks at the gateway failed')
      return leased.length
    },
  }
}

/**
 * Look-ups that fail decide nothing, and the accounts stay held meanwhile. After a day of failures the payment is
 * escalated, so that a person at the money desk can settle it. The look-ups continue.
 */
async function escalateFailed(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const { state, sentAt, epoch, reference } = checkout.attempt
  const now = engine.clock.now()
  if (state !== 'UNKNOWN' || !hasAge(sentAt, now, escalationAge, engine.pace)) return
  const reason = 'the looks at the gateway fail'
  const given = decision(engine, checkout, { to: 'ESCALATED', reply: null, detail: { reason }, epoch })
  const recording = decideAttempt(engine.db, { ...given, nextLookAt: retryAt(null, now, engine.pace) })
  await alarmOnceRecorded(engine, recording, { alarm: unknownForADayAlarm, facts: { reference, reason } })
}

async function resolveOne(engine: Engine, checkout: StoredCheckout): Promise<void> {
  if (checkout.attempt.state === 'INTENT') return giveUpWaiting(engine, checkout)
  if (!isUndecided(checkout.attempt.state)) return lookAfterwards(engine, checkout)
  // A result counts from the moment of the request, because this process may stand still before it judges the answer.
  const lookedAt = engine.clock.now()
  const sighting = await findBesideCanary(engine, checkout.attempt, checkout.attempt.id)
  await actOnListing(engine, checkout, sighting.found, async (found) => {
    await actOn(engine, checkout, { ...sighting, found }, lookedAt)
  })
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

/** The process that sent this charge is gone. From here on, only the gateway's books can tell the outcome. */
async function giveUpWaiting(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const { epoch } = checkout.attempt
  const reason = 'no answer was recorded'
  const given = decision(engine, checkout, { to: 'UNKNOWN', reply: null, detail: { reason }, epoch })
  if (!(await decideAttempt(engine.db, given))) return
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
  const { reference } = checkout.attempt
  const call = to === 'ESCALATED' ? { alarm: unknownForADayAlarm, facts: { reference, reason } } : null
  if (!(await alarmOnceRecorded(engine, decideAttempt(engine.db, settled), call))) return
  engine.watch.outcomeFound({ reference, to, reason })
  if (to === 'CHARGED') engine.wake(postingWork)
  if (settled.giveBack.length > 0) engine.wake(reversalWork)
  if (settled.letter) engine.wake(letterWork)
}

/** A payer who was told to wait may have paid at an office. Then the late charge is given back (docs/payments.md). */
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
  await recordLook(engine.db, {
    checkoutId: checkout.id,
    attemptId: attempt.id,
    epoch: attempt.epoch,
    at: now,
    isMiss: judgement.isMiss,
    isListed,
    nextLookAt: nextLookAfter(engine, attempt, { isListed, isMiss: judgement.isMiss }, now),
    detail: { look: attempt.looks + 1, found: found.outcome, isMiss: judgement.isMiss, reason: judgement.reason },
  })
}

/** When to look next after a look that decided nothing. */
function nextLookAfter(
  { pace }: Engine,
  { sentAt, looks, listedAt }: StoredCheckout['attempt'],
  { isListed, isMiss }: { isListed: boolean; isMiss: boolean },
  now: Instant,
): Instant {
  const planned = nextLookAt(sentAt, looks + 1, now, pace)
  if (isListed) return nextLookAtListed(listedAt ?? now, planned, now, pace)
  return isMiss ? nextLookAfterMiss(planned, now, pace) : retryAt(planned, now, pace)
}
