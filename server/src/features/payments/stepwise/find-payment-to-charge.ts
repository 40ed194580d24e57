import { findByContent } from '../checkout/read-checkouts.ts'
import { openDrafts } from './draft-queries.ts'
import { type FoundPayment, findPayment } from './find-payment.ts'
import { readOverallId } from './ids.ts'
import type { StepwiseDeps } from './stepwise-deps.ts'

/**
 * The payment that a `payeezy` call is about (docs/payments.md): the one named in `custome_ref`. Without an overallId
 * there, it is the only payment that the session has open or, for a repeat, the one charged with the same content.
 */
export async function findPaymentToCharge(
  parts: StepwiseDeps,
  sessionId: number,
  customerReference: string,
  contentHash: string,
): Promise<FoundPayment> {
  if (readOverallId(customerReference)) return findPayment(parts, sessionId, customerReference)
  const [draft, ...others] = await openDrafts(parts.deps.db, sessionId)
  if (draft) return others.length === 0 ? { draft } : null
  const checkout = await findByContent(parts.deps.db, sessionId, contentHash)
  return checkout && { checkout }
}
