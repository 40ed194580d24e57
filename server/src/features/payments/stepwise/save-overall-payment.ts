import { createHash, randomUUID } from 'node:crypto'
import type { ReplyOf } from '@portal/contract/call'
import type { Cents } from '@portal/contract/money'
import { largestPayment, paymentTexts, smallestPayment } from '@portal/contract/payments'
import type { saveOverallPayment as saveOverallPaymentCall } from '@portal/contract/stepwise-payments'
import { modeOf, paidByOf } from '../checkout/checkout-asker.ts'
import { saveDraft } from './draft-queries.ts'
import { type Client, type StepwiseDeps, refused } from './stepwise-deps.ts'
import { takeStepwiseTry } from './stepwise-tries.ts'

/**
 * Begins a payment as a draft of this session (docs/payments.md). User and mode are the session's, the source is
 * the card's, whatever the client says.
 */
export async function saveOverallPayment(
  parts: StepwiseDeps,
  client: Client,
  { amount }: { amount: Cents },
): Promise<ReplyOf<typeof saveOverallPaymentCall>> {
  await takeStepwiseTry(parts.deps, client, 'drafts')
  if (amount < smallestPayment || amount > largestPayment) return refused(paymentTexts.amount)
  const { session } = client
  const overallId = await saveDraft(parts.deps.db, {
    publicId: parts.engine.newPublicId(),
    sessionId: session.id,
    paidBy: paidByOf(session),
    idempotencyKey: randomUUID(),
    contentHash: createHash('sha256').update(`draft of ${amount}`).digest('hex'),
    mode: modeOf(session),
    amount,
    at: parts.engine.clock.now(),
  })
  return { status: 'True', overallId }
}
