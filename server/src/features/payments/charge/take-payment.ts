import type { CardDetails } from '@portal/contract/card'
import { epochOf, later } from '@portal/contract/dates'
import { countTag } from '@portal/contract/payments'
import type { ChargeVerdict } from '../../../adapters/card-gateway/port.ts'
import type { AuditOrigin } from '../../../foundation/audit/audit.ts'
import { letterWork } from '../../../foundation/mail/outbox.ts'
import type { Engine } from '../engine.ts'
import { giveBackLateCharge } from '../look-up/late-charge.ts'
import { postingWork } from '../posting/post-to-billing.ts'
import { outcomeOf } from '../states.ts'
import {
  type Begun,
  type Decision,
  type Intent,
  type StoredCheckout,
  TagOfAnother,
  tagOfAnotherAlarm,
} from '../store.ts'
import { asDecided } from './as-decided.ts'
import { decisionOfVerdict } from './decisions.ts'

/** The result of taking a payment. With any outcome but `taken`, this call has charged nothing. */
export type Taken = { outcome: 'taken'; checkout: StoredCheckout } | Exclude<Begun, { outcome: 'begun' }>

/**
 * Takes one card payment (docs/payments.md): the intent commits, then the card goes to the gateway once, then the
 * outcome commits. The card exists only here and in the gateway adapter; whatever dies on the way, nobody can send it
 * again.
 *
 * @param origin where the call came from: its address for the gateway's own fraud rules, its id for the log.
 */
export async function takePayment(
  engine: Engine,
  intent: Intent,
  card: CardDetails,
  origin: AuditOrigin | null,
): Promise<Taken> {
  const begun = await engine.store.begin(intent)
  if (begun.outcome !== 'begun') return begun
  const { checkout } = begun
  const sentAt = epochOf(engine.clock.now())
  const verdict = await charge(engine, checkout, { intent, card, clientAddress: origin?.clientAddress ?? null })
  const { reference } = intent
  const milliseconds = epochOf(engine.clock.now()) - sentAt
  engine.watch.charged({ verdict, reference, requestId: origin?.requestId ?? null, milliseconds })
  raiseAlarms(engine, checkout, verdict)
  const decided = await decideSurely(engine, checkout, verdict)
  const taken = decided ? asDecided(checkout, decided) : await readBack(engine, checkout)
  engine.watch.checkedOut(outcomeOf[taken.state])
  return { outcome: 'taken', checkout: taken }
}

/**
 * Sends the charge, once. A process that stood still until its intent became stale must not send it: by then, others
 * may have told the payer that nothing was charged.
 */
async function charge(
  engine: Engine,
  checkout: StoredCheckout,
  { intent, card, clientAddress }: { intent: Intent; card: CardDetails; clientAddress: string | null },
): Promise<ChargeVerdict> {
  if (engine.clock.now() >= intent.staleAt) return { outcome: 'notSent', reason: 'this process stood still' }
  return engine.gateway.charge({
    reference: intent.reference,
    amount: intent.amount,
    card,
    brand: intent.brand,
    mode: intent.mode,
    customerReference: String(checkout.id),
    countTag: countTag(intent.items.length),
    clientAddress,
  })
}

function raiseAlarms(engine: Engine, checkout: StoredCheckout, verdict: ChargeVerdict): void {
  const facts = { reference: checkout.attempt.reference, verdict: verdict.outcome }
  if ('operatorAlarm' in verdict && verdict.operatorAlarm) {
    engine.watch.alarm(
      'The card gateway needs attention: its credentials, a lock-out or a charge of another amount',
      facts,
    )
  }
}

/** How long the outcome of a charge is held in memory while the database is away, before the look-ups take over. */
const patience = 30_000
const pause = 500

/**
 * Records an outcome that only this process knows. It tries again while the database is away or refuses temporarily.
 * When the database stays away, the attempt remains INTENT, and the look-ups reconstruct the outcome from the gateway's
 * books.
 * @returns what was recorded; null when nothing was, or others had decided before.
 */
async function decideSurely(engine: Engine, checkout: StoredCheckout, told: ChargeVerdict): Promise<Decision | null> {
  let verdict = told
  let decision = decisionOfVerdict(engine, checkout, verdict)
  const until = later(engine.clock.now(), patience)
  for (;;) {
    try {
      const hasCounted = await engine.store.decide(decision)
      if (!hasCounted) {
        await tooLate(engine, checkout, verdict)
        return null
      }
      if (decision.to === 'CHARGED') engine.wake(postingWork)
      if (decision.letter) engine.wake(letterWork)
      return decision
    } catch (error) {
      if (error instanceof TagOfAnother && verdict === told) {
        engine.watch.alarm(tagOfAnotherAlarm, { reference: checkout.attempt.reference, verdict: told.outcome })
        verdict = withoutTag(told)
        decision = decisionOfVerdict(engine, checkout, verdict)
      } else if (engine.clock.now() < until) {
        await engine.clock.sleep(pause)
      } else {
        const reason = error instanceof Error ? error.message : 'unknown'
        const facts = { attempt: decision.attemptId, outcome: decision.to, reason }
        engine.watch.alarm('The outcome of a charge could not be recorded; the look-ups will find it', facts)
        return null
      }
    }
  }
}

/**
 * The verdict on a reply whose transaction tag belongs to another payment: a refusal stands without a tag, anything
 * else is unknown.
 */
function withoutTag(verdict: ChargeVerdict): ChargeVerdict {
  if (verdict.outcome === 'declined' || verdict.outcome === 'notCharged') {
    return { ...verdict, reply: { ...verdict.reply, tag: null } }
  }
  return { outcome: 'unknown', reason: 'answered with the tag of another payment', reply: null, operatorAlarm: false }
}

/**
 * Other processes have decided this attempt, because this one stood still. If they told the payer that nothing was
 * charged, the charge is given back.
 */
async function tooLate(engine: Engine, checkout: StoredCheckout, verdict: ChargeVerdict): Promise<void> {
  const facts = { reference: checkout.attempt.reference, verdict: verdict.outcome }
  engine.watch.alarm('The outcome of a charge came after its attempt had been decided otherwise', facts)
  if (verdict.outcome !== 'charged') return
  const late = { ...verdict.reply, amount: checkout.amount }
  await giveBackLateCharge(engine, checkout, { charges: [late], reply: verdict.reply, epoch: null })
}

/**
 * The checkout as others have left it, or as it waits for the look-ups. When it cannot be read, it is as last known:
 * being confirmed.
 */
async function readBack(engine: Engine, before: StoredCheckout): Promise<StoredCheckout> {
  const stored = await engine.store.read(before.publicId).catch(() => null)
  return stored ?? before
}
