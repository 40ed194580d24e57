import type { CheckoutPublicId } from '@portal/contract/ids'
import type { Engine } from './engine.ts'
import { reversalWork } from './give-back.ts'
import type { RefundRequested } from './refund-store.ts'

/**
 * Gives a payment back that stands (docs/payments.md, "Refunds"): all of it, by a void or, when that comes too late, a
 * refund; then its payments are cancelled in the billing system and the payer is told. This only records the request,
 * with who asks for it and why; the engine's own work does the rest, whatever dies on the way.
 */
export async function refundPayment(
  engine: Engine,
  publicId: CheckoutPublicId,
  { reason, requestedBy }: { reason: string; requestedBy: string },
): Promise<RefundRequested> {
  const reference = engine.newReference()
  const at = engine.clock.now()
  const requested = await engine.refunds.requestRefund({ publicId, reference, reason, requestedBy, at })
  if (requested === 'requested') engine.wake(reversalWork)
  return requested
}
