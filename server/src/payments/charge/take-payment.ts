import type { CardDetails } from '@portal/contract/card'
import { epochOf, later } from '@portal/contract/dates'
import { countTag } from '@portal/contract/payments'
import type { ChargeResult } from '../../adapters/card-gateway/port.ts'
import { CommitUnanswered } from '../../database/commit.ts'
import type { AuditOrigin } from '../../foundation/audit/audit.ts'
import type { Begun, Intent, StoredCheckout } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { readByPublicId } from '../records/checkouts.ts'
import { payerOutcomeOf } from '../states.ts'
import { beginCheckout } from './begin-checkout.ts'
import { recordWithRetry } from './record-with-retry.ts'

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
  const begun = await beginWithRetry(engine, intent)
  if (begun.outcome !== 'begun') return begun
  const { checkout } = begun
  const sentAt = epochOf(engine.clock.now())
  const verdict = await charge(engine, checkout, { intent, card, clientAddress: origin?.clientAddress ?? null })
  const { reference } = intent
  const milliseconds = epochOf(engine.clock.now()) - sentAt
  engine.monitoring.charged({ verdict, reference, requestId: origin?.requestId ?? null, milliseconds })
  raiseAlarms(engine, checkout, verdict)
  const taken = (await recordWithRetry(engine, checkout, verdict)) ?? (await readBack(engine, checkout))
  engine.monitoring.checkedOut(payerOutcomeOf[taken.state])
  return { outcome: 'taken', checkout: taken }
}

/**
 * Sends the charge, once. A process that stood still until its intent became stale must not send it: by then, the payer
 * may have read that nothing was charged.
 */
async function charge(
  engine: Engine,
  checkout: StoredCheckout,
  { intent, card, clientAddress }: { intent: Intent; card: CardDetails; clientAddress: string | null },
): Promise<ChargeResult> {
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

function raiseAlarms(engine: Engine, checkout: StoredCheckout, verdict: ChargeResult): void {
  const facts = { reference: checkout.attempt.reference, verdict: verdict.outcome }
  if ('operatorAlarm' in verdict && verdict.operatorAlarm) {
    engine.monitoring.alarm(
      'The card gateway needs attention: its credentials, a lock-out or a charge of another amount',
      facts,
    )
  }
}

/**
 * The checkout as others have left it, or as it waits for the inquiries. When it cannot be read, it is as last known:
 * being confirmed.
 */
async function readBack(engine: Engine, before: StoredCheckout): Promise<StoredCheckout> {
  const stored = await readByPublicId(engine.db, before.publicId).catch(() => null)
  return stored ?? before
}

/** How long the payer waits for a database that went away while it recorded the intent. */
const patience = 10_000
const pause = 500

/**
 * Records the intent to charge. A database that went away before it answered the commit may hold it already, with the
 * accounts. As only this process has the card, nobody else would ever send the charge, and the payer would have to
 * wait. So the intent is recorded again: if it is this very one that the key has by then, the payment goes on.
 */
export async function beginWithRetry(engine: Engine, intent: Intent): Promise<Begun> {
  const until = later(engine.clock.now(), patience)
  let isInDoubt = false
  for (;;) {
    try {
      const begun = await beginCheckout(engine.db, intent)
      return isInDoubt ? asBegun(begun, intent) : begun
    } catch (error) {
      isInDoubt ||= error instanceof CommitUnanswered
      if (!isInDoubt || engine.clock.now() >= until) throw error
      await engine.clock.sleep(pause)
    }
  }
}

/** An intent of this reference was recorded by an earlier try, and nothing has been sent for it. */
function asBegun(begun: Begun, { reference }: Intent): Begun {
  if (begun.outcome !== 'existing') return begun
  const { checkout } = begun
  const isOurs = checkout.attempt.reference === reference && checkout.attempt.state === 'INTENT'
  return isOurs ? { outcome: 'begun', checkout } : begun
}
