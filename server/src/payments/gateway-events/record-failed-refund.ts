import type { FoundRefund } from '../../adapters/card-gateway/port-events.ts'
import type { Tx } from '../../database/connect.ts'
import type { ReversalState } from '../../database/tables/payments.ts'
import { emailWork } from '../../foundation/messages/outbox.ts'
import type { EventResult } from '../checkout.ts'
import { type Engine, reversalWork } from '../engine.ts'
import { moveCharged } from '../records/attempts.ts'
import { lockCheckout, readById } from '../records/checkouts.ts'
import { type PaymentEvent, appendEvents } from '../records/events.ts'
import { enterMoves } from '../records/ledger.ts'
import { refundReturnedEmail } from '../reversals/emails.ts'
import { queueToPayer } from '../reversals/record-reversal.ts'

/**
 * The card's bank returned a refund that was made: the money is ours again, and we owe it. A person has it sent again, or
 * gives it back another way. A refund without a known reference was made in the gateway's console: reconciliation tells.
 */
export async function recordFailedRefund(engine: Engine, found: FoundRefund): Promise<EventResult> {
  const { reference, isFailed, reason } = found
  if (reference === null) return 'done'
  const at = engine.clock.now()
  const known = await engine.db
    .selectFrom('reversal')
    .select(['id', 'checkout_id', 'state'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!known || known.state === 'REFUSED') return 'done'
  if (known.state !== 'DONE') return await inquireSoon(engine, known.id)
  if (!isFailed) return 'done'
  const checkout = await readById(engine.db, known.checkout_id)
  const email = checkout && refundReturnedEmail(engine, checkout, reference)
  const isRecorded = await engine.db.transaction().execute(async (tx) => {
    await lockCheckout(tx, known.checkout_id)
    const failed = await failReversal(tx, known.id, at)
    if (!failed) return false
    const moved = await owedAgain(tx, failed, at)
    const event = { from: 'DONE', to: 'REFUSED', detail: { message: reason } }
    await appendEvents(tx, known.checkout_id, at, [
      { subject: 'reversal', subjectId: known.id, ...event },
      ...moved,
      ...(await queueToPayer(tx, known.checkout_id, email, at)),
    ])
    return true
  })
  if (isRecorded && email) engine.wake(emailWork)
  if (isRecorded) engine.monitoring.alarm('A refund was returned by the bank', { reference })
  return 'done'
}

/** It is under way, and its own inquiry finds out. */
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

interface Failed {
  checkout_id: number
  attempt_id: number
  transaction_tag: string
  cause: string
}

/** Null when another has recorded it. */
async function failReversal(tx: Tx, id: number, at: ReturnType<Engine['clock']['now']>): Promise<Failed | null> {
  const refused: ReversalState = 'REFUSED'
  const failed = await tx
    .updateTable('reversal')
    .set({ state: refused, failed_at: at, needs_person: true })
    .where('id', '=', id)
    .where('state', '=', 'DONE')
    .returning(['checkout_id', 'attempt_id', 'transaction_tag', 'cause'])
    .executeTakeFirst()
  return failed ?? null
}

/** The payment itself stays canceled in the billing system. Of a stray charge, the ledger knows nothing. */
async function owedAgain(tx: Tx, failed: Failed, at: ReturnType<Engine['clock']['now']>): Promise<PaymentEvent[]> {
  const { checkout_id: checkoutId, attempt_id: attemptId } = failed
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
  await moveCharged(tx, { checkoutId, attemptId, attempt: 'REVERSING' })
  const moved = { from: 'REVERSED', to: 'REVERSING', detail: {} }
  return [
    { subject: 'attempt', subjectId: attemptId, ...moved },
    { subject: 'checkout', subjectId: checkoutId, ...moved },
  ]
}
