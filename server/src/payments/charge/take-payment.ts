import { epochOf, later } from '@portal/contract/dates'
import { countTag } from '@portal/contract/payments'
import type { ChargeRequest, ChargeResult } from '../../adapters/payment-gateway/port.ts'
import { CommitUnanswered } from '../../database/transactions.ts'
import type { AuditOrigin } from '../../foundation/audit.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { type Engine, postingWork } from '../engine.ts'
import { tagOfAnotherAlarm } from '../monitoring.ts'
import { nameAttempt, TagOfAnother } from '../records/attempts.ts'
import { readById } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { isOpen, payerOutcomeOf } from '../states.ts'
import { type Begun, beginCheckout } from './begin-checkout.ts'
import { type NotSentNow, beginPlanned } from './begin-planned.ts'
import type { Intent, PlannedIntent } from './intent.ts'
import { reverseLateCharge } from './late-charge.ts'
import { outcomeOfCharge } from './outcome.ts'
import { type Outcome, recordOutcome } from './record-outcome.ts'
import { NumberTaken } from './short-numbers.ts'

/** With any outcome but `taken`, this call has charged nothing. */
export type Taken = { outcome: 'taken'; checkout: StoredCheckout } | Exclude<Begun, { outcome: 'begun' }>

/** Takes one payment (docs/payments.md). Only this process and the adapter have the card number: nobody else sends it. */
export async function takePayment(
  engine: Engine,
  intent: Intent,
  tender: ChargeRequest['tender'],
  origin: AuditOrigin | null,
): Promise<Taken> {
  const begun = await beginWithRetry(engine, intent)
  return begun.outcome === 'begun' ? await chargeBegun(engine, begun.checkout, { intent, tender, origin }) : begun
}

/** Takes one planned charge. Its intent is committed once, and only the worker that committed it has this reference. */
export async function takePlanned(
  engine: Engine,
  intent: PlannedIntent,
  tender: ChargeRequest['tender'],
): Promise<Extract<Taken, { outcome: 'taken' }> | NotSentNow> {
  const begun = await beginNumbered(engine, (number) => beginPlanned(engine.db, intent, number))
  return begun.outcome === 'begun' ? await chargeBegun(engine, begun.checkout, { intent, tender, origin: null }) : begun
}

interface ToCharge {
  intent: Intent | PlannedIntent
  tender: ChargeRequest['tender']
  origin: AuditOrigin | null
}

async function chargeBegun(
  engine: Engine,
  checkout: StoredCheckout,
  { intent, tender, origin }: ToCharge,
): Promise<Extract<Taken, { outcome: 'taken' }>> {
  const sentAt = epochOf(engine.clock.now())
  const verdict = await charge(engine, checkout, { intent, tender, clientAddress: origin?.clientAddress ?? null })
  const { reference } = intent
  const milliseconds = epochOf(engine.clock.now()) - sentAt
  engine.monitoring.charged({ verdict, reference, requestId: origin?.requestId ?? null, milliseconds })
  raiseAlarms(engine, checkout, verdict)
  const taken = (await recordWithRetry(engine, checkout, verdict)) ?? (await readBack(engine, checkout))
  engine.monitoring.checkedOut(payerOutcomeOf[taken.state], taken.attempt.bank ? 'Bank account' : 'Card')
  return { outcome: 'taken', checkout: taken }
}

/** How long the payer waits for a database that went away while it recorded the intent. */
const beginPatience = 10_000
const pause = 500

/** Repeats an intent whose commit was not answered: only this process has what pays, so nobody else would charge it. */
async function beginWithRetry(engine: Engine, intent: Intent): Promise<Begun> {
  const until = later(engine.clock.now(), beginPatience)
  let isInDoubt = false
  for (;;) {
    try {
      const begun = await beginNumbered(engine, (number) => beginCheckout(engine.db, intent, number))
      return isInDoubt ? asBegun(begun, intent) : begun
    } catch (error) {
      isInDoubt ||= error instanceof CommitUnanswered
      if (!isInDoubt || engine.clock.now() >= until) throw error
      await engine.clock.sleep(pause)
    }
  }
}

/** With another number when a payment has it already: nothing was charged. */
async function beginNumbered<Result>(
  engine: Engine,
  begin: (shortNumber: string | null) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await begin(engine.newShortNumber())
    } catch (error) {
      if (!(error instanceof NumberTaken)) throw error
    }
  }
}

/** An earlier try has recorded this very intent, and nothing has been sent for it. */
function asBegun(begun: Begun, { reference }: Intent): Begun {
  if (begun.outcome !== 'existing') return begun
  const { checkout } = begun
  const isOurs = checkout.attempt.reference === reference && checkout.attempt.state === 'INTENT'
  return isOurs ? { outcome: 'begun', checkout } : begun
}

/** A process that stood still must not charge: by then, the payer may have read that nothing was charged. */
async function charge(
  engine: Engine,
  checkout: StoredCheckout,
  { intent, tender, clientAddress }: Pick<ToCharge, 'intent' | 'tender'> & { clientAddress: string | null },
): Promise<ChargeResult> {
  if (engine.clock.now() >= intent.staleAt) return { outcome: 'notSent', reason: 'this process stood still' }
  return engine.gateway.charge({
    reference: intent.reference,
    amount: checkout.attempt.amount,
    fee: checkout.attempt.fee,
    tender,
    ...('saveFor' in intent && intent.saveFor && { saveFor: intent.saveFor.customer }),
    brand: intent.brand,
    mode: intent.mode,
    customerReference: String(checkout.id),
    countTag: countTag(intent.items.length),
    accounts: intent.items.map(({ accountId, amount }) => ({ accountId, amount })),
    shortNumber: checkout.attempt.shortNumber,
    clientAddress,
    ...acceptedIn(intent),
    named: (tag) => nameAttempt(engine.db, checkout.attempt.id, tag),
  })
}

function acceptedIn(intent: Intent | PlannedIntent): Pick<ChargeRequest, 'accepted'> {
  if (!('authorization' in intent) || !intent.authorization) return {}
  const { acceptedAt: at, from, browser } = intent.authorization
  return { accepted: { at, from, browser } }
}

function raiseAlarms(engine: Engine, checkout: StoredCheckout, verdict: ChargeResult): void {
  const facts = { reference: checkout.attempt.reference, verdict: verdict.outcome }
  if ('operatorAlarm' in verdict && verdict.operatorAlarm) {
    engine.monitoring.alarm('Gateway problem: credentials, lockout or wrong charge amount', facts)
  }
}

/** How long the outcome of a charge is held in memory while the database is away, before the inquiries take over. */
const recordPatience = 30_000

/** Null when nothing was recorded, or others recorded an outcome, or it is not known; inquiries then find it out. */
async function recordWithRetry(
  engine: Engine,
  checkout: StoredCheckout,
  answer: ChargeResult,
): Promise<StoredCheckout | null> {
  let verdict = answer
  let outcome = outcomeOfCharge(engine, checkout, verdict)
  let isInDoubt = false
  const until = later(engine.clock.now(), recordPatience)
  for (;;) {
    try {
      const recorded =
        (await recordOutcome(engine.db, outcome)) ?? (isInDoubt ? await readRecorded(engine, outcome) : null)
      if (!recorded) {
        await tooLate(engine, checkout, verdict)
        return null
      }
      if (outcome.receipts.length > 0) engine.wake(postingWork)
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
        leaveToInquiries(engine, checkout, { outcome, error, isInDoubt })
        return null
      }
    }
  }
}

/** The checkout, if an earlier try committed this very outcome without getting an answer. */
async function readRecorded({ db }: Engine, { checkoutId, to, at }: Outcome): Promise<StoredCheckout | null> {
  const stored = await readById(db, checkoutId)
  return stored?.attempt.state === to && stored.decidedAt === (isOpen(to) ? null : at) ? stored : null
}

/** No alarm when the outcome may be recorded: then there may be nothing left to do. */
function leaveToInquiries(
  engine: Engine,
  { attempt: { reference } }: StoredCheckout,
  { outcome, error, isInDoubt }: { outcome: Outcome; error: unknown; isInDoubt: boolean },
): void {
  if (isInDoubt) {
    const reason = 'the database has not answered whether it is recorded'
    engine.monitoring.outcomeFound({ reference, to: 'UNKNOWN', reason })
    return
  }
  const reason = error instanceof Error ? error.message : 'unknown'
  const facts = { attempt: outcome.attemptId, outcome: outcome.to, reason }
  engine.monitoring.alarm('A charge’s outcome was not recorded. A gateway check will recover it', facts)
}

/** For a tag that belongs to another payment: a refusal stands without a tag; anything else is unknown. */
function withoutTag(verdict: ChargeResult): ChargeResult {
  if (verdict.outcome === 'declined' || verdict.outcome === 'notCharged') {
    return { ...verdict, reply: { ...verdict.reply, tag: null } }
  }
  return { outcome: 'unknown', reason: 'answered with the tag of another payment', reply: null, operatorAlarm: false }
}

/** This process stood still, and others recorded an outcome. The payer may not know of the charge: it is reversed. */
async function tooLate(engine: Engine, checkout: StoredCheckout, verdict: ChargeResult): Promise<void> {
  const facts = { reference: checkout.attempt.reference, verdict: verdict.outcome }
  engine.monitoring.alarm('A charge’s outcome arrived after a different outcome was recorded', facts)
  if (verdict.outcome !== 'charged') return
  const late = { ...verdict.reply, amount: checkout.attempt.amount }
  await reverseLateCharge(engine, checkout, { charges: [late], reply: verdict.reply, epoch: null })
}

/** When the checkout cannot be read, it is as last known: being confirmed. */
async function readBack(engine: Engine, before: StoredCheckout): Promise<StoredCheckout> {
  const stored = await readById(engine.db, before.id).catch(() => null)
  return stored ?? before
}
