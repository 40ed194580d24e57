import { type FoundPayment, findPayment } from './find-payment.ts'
import { readOverallId } from './ids.ts'
import type { StepwiseDeps } from './stepwise-deps.ts'

/**
 * The payment a `payeezy` call means (docs/payments.md): the one its `custome_ref` names. A client that puts no
 * overallId there means the one payment its session has open, or, repeating itself, the one it has charged alike.
 */
export async function findPaymentToCharge(
  parts: StepwiseDeps,
  sessionId: number,
  customerReference: string,
  contentHash: string,
): Promise<FoundPayment> {
  const overallId = readOverallId(customerReference)
  if (overallId) return findPayment(parts, sessionId, overallId)
  const [draft, ...others] = await parts.store.openDrafts(sessionId)
  if (draft) return others.length === 0 ? { draft } : null
  const checkout = await parts.store.findByContent(sessionId, contentHash)
  return checkout && { checkout }
}
