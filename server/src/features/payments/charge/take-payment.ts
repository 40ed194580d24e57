import type { CardDetails } from '@portal/contract/card'
import { epochOf } from '@portal/contract/dates'
import { countTag } from '@portal/contract/payments'
import type { ChargeVerdict } from '../../../adapters/card-gateway/port.ts'
import type { AuditOrigin } from '../../../foundation/audit/audit.ts'
import { readByPublicId } from '../checkout/read-checkouts.ts'
import type { Engine } from '../engine.ts'
import { outcomeOf } from '../states.ts'
import type { Begun, Intent, StoredCheckout } from '../store.ts'
import { beginSurely } from './begin-surely.ts'
import { decideSurely } from './decide-surely.ts'

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
  const begun = await beginSurely(engine, intent)
  if (begun.outcome !== 'begun') return begun
  const { checkout } = begun
  const sentAt = epochOf(engine.clock.now())
  const verdict = await charge(engine, checkout, { intent, card, clientAddress: origin?.clientAddress ?? null })
  const { reference } = intent
  const milliseconds = epochOf(engine.clock.now()) - sentAt
  engine.watch.charged({ verdict, reference, requestId: origin?.requestId ?? null, milliseconds })
  raiseAlarms(engine, checkout, verdict)
  const taken = (await decideSurely(engine, checkout, verdict)) ?? (await readBack(engine, checkout))
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

/**
 * The checkout as others have left it, or as it waits for the look-ups. When it cannot be read, it is as last known:
 * being confirmed.
 */
async function readBack(engine: Engine, before: StoredCheckout): Promise<StoredCheckout> {
  const stored = await readByPublicId(engine.db, before.publicId).catch(() => null)
  return stored ?? before
}
