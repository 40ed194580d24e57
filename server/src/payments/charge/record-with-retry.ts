import { later } from '@portal/contract/dates'
import type { ChargeResult } from '../../adapters/card-gateway/port.ts'
import { CommitUnanswered } from '../../database/commit.ts'
import { emailWork } from '../../foundation/mail/outbox.ts'
import type { Outcome, StoredCheckout } from '../checkout.ts'
import { type Engine, postingWork } from '../engine.ts'
import { tagOfAnotherAlarm } from '../monitoring.ts'
import { TagOfAnother } from '../records/attempts.ts'
import { readById } from '../records/checkouts.ts'
import { isUndecided } from '../states.ts'
import { reverseLateCharge } from './late-charge.ts'
import { outcomeOfCharge } from './outcome.ts'
import { recordOutcome } from './record-outcome.ts'

/** How long the outcome of a charge is held in memory while the database is away, before the inquiries take over. */
const patience = 30_000
const pause = 500

/**
 * Records an outcome that only this process knows. It tries again while the database is away or refuses temporarily.
 * When the database stays away, the attempt remains INTENT, and the inquiries reconstruct the outcome from the
 * gateway's books. A database that went away before it answered the commit may hold the outcome already, so the records
 * are read again, and no alarm is raised before that is known.
 * @returns the checkout as recorded; null when nothing was, or others had recorded an outcome before, or it is not
 *   known.
 */
export async function recordWithRetry(
  engine: Engine,
  checkout: StoredCheckout,
  answer: ChargeResult,
): Promise<StoredCheckout | null> {
  let verdict = answer
  let outcome = outcomeOfCharge(engine, checkout, verdict)
  let isInDoubt = false
  const until = later(engine.clock.now(), patience)
  for (;;) {
    try {
      const recorded =
        (await recordOutcome(engine.db, outcome)) ?? (isInDoubt ? await readRecorded(engine, outcome) : null)
      if (!recorded) {
        await tooLate(engine, checkout, verdict)
        return null
      }
      if (outcome.to === 'CHARGED') engine.wake(postingWork)
      if (outcome.email) engine.wake(emailWork)
      return recorded
    } catch (error) {
      isInDoubt ||= error instanceof CommitUnanswered
      if (error instanceof TagOfAnother && verdict === answer) {
        engine.monitoring.alarm(tagOfAnotherAlarm, { reference: checkout.attempt.reference, verdict: answer.outcome })
        verdict = withoutTag(answer)
        outcome = outcomeOfCharge(engine, checkout, verdict)
      } else if (engine.clock.now() < until) {
        await engine.clock.sleep(pause)
      } else {
        leaveToInquiries(engine, checkout, { decision: outcome, error, isInDoubt })
        return null
      }
    }
  }
}

/** The checkout, if it has this very outcome, which an earlier try committed without getting an answer. */
async function readRecorded({ db }: Engine, { checkoutId, to, at }: Outcome): Promise<StoredCheckout | null> {
  const stored = await readById(db, checkoutId)
  return stored?.attempt.state === to && stored.decidedAt === (isUndecided(to) ? null : at) ? stored : null
}

/**
 * The database stays away. There is an alarm when the outcome is certainly not recorded. When it may be recorded, there
 * may be nothing left to do.
 */
function leaveToInquiries(
  engine: Engine,
  { attempt: { reference } }: StoredCheckout,
  { decision: outcome, error, isInDoubt }: { decision: Outcome; error: unknown; isInDoubt: boolean },
): void {
  if (isInDoubt) {
    const reason = 'the database has not answered whether it is recorded'
    engine.monitoring.outcomeFound({ reference, to: 'UNKNOWN', reason })
    return
  }
  const reason = error instanceof Error ? error.message : 'unknown'
  const facts = { attempt: outcome.attemptId, outcome: outcome.to, reason }
  engine.monitoring.alarm('The outcome of a charge could not be recorded; the look-ups will find it', facts)
}

/**
 * The result of a charge whose transaction tag belongs to another payment: a refusal stands without a tag, anything
 * else is unknown.
 */
function withoutTag(verdict: ChargeResult): ChargeResult {
  if (verdict.outcome === 'declined' || verdict.outcome === 'notCharged') {
    return { ...verdict, reply: { ...verdict.reply, tag: null } }
  }
  return { outcome: 'unknown', reason: 'answered with the tag of another payment', reply: null, operatorAlarm: false }
}

/**
 * Other processes have recorded an outcome, because this one stood still. If the payer has read that nothing was
 * charged, the charge is reversed.
 */
async function tooLate(engine: Engine, checkout: StoredCheckout, verdict: ChargeResult): Promise<void> {
  const facts = { reference: checkout.attempt.reference, verdict: verdict.outcome }
  engine.monitoring.alarm('The outcome of a charge came after its attempt had been decided otherwise', facts)
  if (verdict.outcome !== 'charged') return
  const late = { ...verdict.reply, amount: checkout.amount }
  await reverseLateCharge(engine, checkout, { charges: [late], reply: verdict.reply, epoch: null })
}
