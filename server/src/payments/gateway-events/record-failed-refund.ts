import type { Instant } from '@portal/contract/dates'
import { dollars } from '@portal/contract/money'
import type { FoundRefund, GatewayEvents } from '../../adapters/payment-gateway/port-events.ts'
import type { Tx } from '../../database/connect.ts'
import type { EventDetail } from '../../database/tables/payments.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { type Engine, reversalWork } from '../engine.ts'
import { moveAttempt } from '../records/attempt-moves.ts'
import { lockCheckout, readById } from '../records/checkouts.ts'
import { type PaymentEvent, appendEvents } from '../records/events.ts'
import type { EventResult } from '../records/gateway-events.ts'
import { enterMoves } from '../records/ledger.ts'
import { findCharge, findReversals, type NamedReversal } from '../records/named-charges.ts'
import { type MovedReversal, failReversal } from '../records/reversals.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { refundReturnedEmail } from '../reversals/emails.ts'
import { queueToPayer } from '../reversals/record-reversal.ts'
import { tellNotRecorded } from './not-recorded.ts'
import { lostDisputeOf, takeBack } from './take-back.ts'

/**
 * The card's bank returned a refund that was made: the money is ours again, and we owe it. A person has it sent again, or
 * gives it back another way. Whether any refund of the charge stands decides, whatever reference it was sent under.
 */
export async function recordFailedRefund(
  engine: Engine,
  events: GatewayEvents,
  tag: string,
  found: FoundRefund,
): Promise<EventResult> {
  const { named, live } = await findReversals(engine.db, engine.gateway.name, found)
  const known = named ?? live
  if (!known) return await tellOfConsole(engine, tag, found)
  if (known.state === 'REFUSED') {
    // A person who still has it on the list reads of the refund in the gateway's console.
    const isUnseen = found.standing >= known.amount && !live && !known.needsPerson
    return isUnseen ? await tellOfConsole(engine, tag, found) : 'done'
  }
  if (known.state !== 'DONE') {
    const result = await inquireSoon(engine, known.id)
    return found.isOnItsWay ? 'done' : result
  }
  if (found.standing >= known.amount) return 'done'
  // It may have been made again since the first answer.
  const now = await events.readRefund(tag)
  if (now.outcome !== 'found') return 'notYet'
  if (now.standing >= known.amount) return 'done'
  await recordReturned(engine, known, now.reason)
  return 'done'
}

async function recordReturned(engine: Engine, known: NamedReversal, reason: string): Promise<void> {
  const at = engine.clock.now()
  const { checkoutId, reference } = known
  const checkout = await readById(engine.db, checkoutId)
  if (!checkout) return
  const email = refundReturnedEmail(engine, checkout, reference)
  const refund = { id: known.id, reference, detail: { message: reason }, email }
  const isRecorded = await engine.db.transaction().execute(async (tx) => {
    await lockCheckout(tx, checkoutId)
    return await recordOwed(engine, tx, checkout, refund, at)
  })
  if (isRecorded) engine.wake(emailWork)
  if (isRecorded) engine.monitoring.alarm('A refund was returned by the bank', { reference })
}

interface NotReceived {
  id: number
  reference: string
  detail: EventDetail
  /** To the payer, who was told of the refund. */
  email: NewEmail | null
}

/** The payer does not have this refund: we owe it. The checkout is locked. False when another has recorded it. */
export async function recordOwed(
  engine: Engine,
  tx: Tx,
  checkout: StoredCheckout,
  { id, reference, detail, email }: NotReceived,
  at: Instant,
): Promise<boolean> {
  const failed = await failReversal(tx, id, at)
  if (!failed) return false
  const owed = await owedAgain(tx, checkout.id, failed, at)
  // Only of the payment's own charge: a second one is owed whatever the bank says of the first.
  const disputeId = owed.length === 0 ? null : await lostDisputeOf(tx, checkout.id)
  await appendEvents(tx, checkout.id, at, [
    { subject: 'reversal', subjectId: id, from: 'DONE', to: 'REFUSED', detail },
    ...owed,
    // The payer has the money from the bank: it is not owed twice.
    ...(disputeId === null
      ? await queueToPayer(tx, checkout.id, email, at)
      : await takeBack(engine, tx, 'REVERSING', { checkout, disputeId, turn: reference, at })),
  ])
  return true
}

/** A refund that nobody asked the portal for, unless nothing of it stands. */
async function tellOfConsole(engine: Engine, tag: string, found: FoundRefund): Promise<EventResult> {
  if (found.standing === 0) return 'done'
  const payment = await findCharge(engine.db, engine.gateway.name, found)
  await tellNotRecorded(engine, {
    kind: 'reversedAtGatewayOnly',
    subject: payment?.reference ?? tag,
    reference: payment?.reference ?? found.chargeReference,
    tag: found.chargeTag,
    gateway: found.amount,
    detail: `Gateway: refund #${tag} of ${dollars(found.amount)}.`,
  })
  return 'done'
}

/** It is under way, and its own inquiry finds out. Of what takes days, the gateway tells the end. */
async function inquireSoon(engine: Engine, id: number): Promise<EventResult> {
  const made = await engine.db
    .updateTable('reversal')
    .set({ next_try_at: engine.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'UNKNOWN')
    .returning('id')
    .executeTakeFirst()
  if (made) engine.wake(reversalWork)
  return 'notYet'
}

/** The payment itself stays canceled in the billing system. Of a stray charge, the ledger knows nothing. */
async function owedAgain(tx: Tx, checkoutId: number, failed: MovedReversal, at: Instant): Promise<PaymentEvent[]> {
  const { attempt_id: attemptId } = failed
  if (failed.cause === 'refund' || failed.cause === 'returned') {
    await enterMoves(tx, { checkoutId, at, cause: 'refundFailed', from: 'unposted', to: 'card' })
  }
  const attempt = await tx
    .selectFrom('charge_attempt')
    .select('id')
    .where('id', '=', attemptId)
    .where('transaction_tag', '=', failed.transaction_tag)
    .where('state', '=', 'REVERSED')
    .executeTakeFirst()
  if (!attempt) return []
  return await moveAttempt(tx, { checkoutId, attemptId, from: 'REVERSED', to: 'REVERSING' }, {})
}
