import type { Engine } from '../engine.ts'
import { inquiryAbout } from '../inquiry/search-gateway.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { inquireNow } from './inquire-now.ts'

/** A payment that is being confirmed, and what its payer has to show the bank for it (3-D Secure). */
export interface Continued {
  checkout: StoredCheckout
  /** For the gateway's script in the payer's page. */
  confirmation: string | null
}

/**
 * Looks at the gateway at once. What it finds is recorded by the inquiries alone, which this makes due: the accounts of a
 * payment that is given up stay held until the gateway says that it is canceled.
 */
export async function continuePayment(
  engine: Engine,
  checkout: StoredCheckout,
  isGivenUp: boolean,
): Promise<Continued> {
  if (checkout.attempt.state !== 'UNKNOWN' || !engine.gateway.readToken) return { checkout, confirmation: null }
  const found = await engine.gateway.inquire({ ...inquiryAbout(checkout.attempt), ...(isGivenUp && { isGivenUp }) })
  if (found.outcome === 'awaitsPayer') return { checkout, confirmation: found.secret }
  if (found.outcome !== 'found') return { checkout, confirmation: null }
  return { checkout: await inquireNow(engine, checkout), confirmation: null }
}
