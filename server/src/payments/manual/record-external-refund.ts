import type { Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import { type Engine, startReversal } from '../engine.ts'
import { recordOwed } from '../gateway-events/record-failed-refund.ts'
import { lockCheckout, readById } from '../records/checkouts.ts'
import { appendEvents } from '../records/events.ts'
import { lockRefusedReversal } from '../records/refused-reversals.ts'
import { requestReversal } from '../records/reversals.ts'
import { refundReturnedEmail, reversalEmail } from '../reversals/emails.ts'
import { recordReversalWithin } from '../reversals/record-reversal.ts'
import { type ManualAction, requestRefund } from '../reversals/request-refund.ts'
import type { RefundCheck } from './compare-finding.ts'

/** `notNow`: nothing waits for it anymore. `stillPosting`: the billing system has not answered yet. */
type ExternalRefundResult = 'recorded' | 'notNow' | 'stillPosting'

/** A refund made in the gateway's console (docs/decisions/020). The consequences are those of a refund of ours. */
export async function recordExternalRefund(
  engine: Engine,
  tx: Tx,
  action: ManualAction,
  refusedReversalId: number,
): Promise<ExternalRefundResult> {
  const { checkoutId, at, by } = action
  await lockCheckout(tx, checkoutId)
  const refused = await lockRefusedReversal(tx, checkoutId, refusedReversalId)
  // Read before anything changes: the email describes the payment as it was.
  const checkout = await readById(tx, checkoutId)
  if (!refused || !checkout) return 'notNow'
  const { attemptId, ...charge } = refused
  const start = startReversal(engine)
  if (charge.cause === 'refund') {
    const requested = await requestRefund(tx, action, start)
    if (requested !== 'requested') return requested === 'stillPosting' ? requested : 'notNow'
  } else {
    const reversal = { ...charge, ...start, reason: scrub(action.reason), requestedBy: by }
    await appendEvents(tx, checkoutId, at, [await requestReversal(tx, { checkoutId, attemptId, at }, reversal)])
  }
  await recordReversalWithin(tx, {
    id: await readByReference(tx, start.reference),
    checkoutId,
    epoch: 0,
    at,
    to: 'DONE',
    nextTryAt: null,
    isMiss: false,
    newReference: null,
    refundReference: null,
    detail: { reason: 'refunded in the gateway’s console', by },
    email: reversalEmail(engine, checkout, { ...refused, ...start }),
  })
  return 'recorded'
}

/** By two people, as the gateway lists no such refund: the payer is told, and it is owed. False when that is recorded. */
export async function undoExternalRefund(
  engine: Engine,
  tx: Tx,
  { checkoutId, at, by, reason }: ManualAction,
  { said, refund }: Extract<RefundCheck, { verdict: 'contradicts' }>,
): Promise<boolean> {
  await lockCheckout(tx, checkoutId)
  const checkout = await readById(tx, checkoutId)
  if (!checkout) return false
  const email = refundReturnedEmail(engine, checkout, refund.reference, 'refund-undone')
  return await recordOwed(engine, tx, checkout, { ...refund, detail: { reason, by, gateway: said }, email }, at)
}

async function readByReference(tx: Tx, reference: string): Promise<number> {
  const row = await tx.selectFrom('reversal').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()
  return row.id
}
