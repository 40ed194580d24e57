import type { CardBrand } from '@portal/contract/card'
import { epochOf } from '@portal/contract/dates'
import Stripe from 'stripe'
import type { Clock } from '../../../clock.ts'
import type { TokenRead } from '../port.ts'
import { type Gateway, describe } from './charge.ts'
import { inquiryTimeout, isLive } from './settings.ts'

export const acceptedBrands: Readonly<Record<string, CardBrand>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  discover: 'Discover',
}

/** The card behind a ConfirmationToken, as far as it may be known before it is charged. */
export async function readToken({ stripe, settings }: Gateway, clock: Clock, id: string): Promise<TokenRead> {
  try {
    const token = await stripe.confirmationTokens.retrieve(id, {}, { timeout: inquiryTimeout })
    const { card } = token.payment_method_preview ?? {}
    if (token.livemode !== isLive(settings.secretKey)) return { outcome: 'refused', reason: 'otherMode' }
    if (token.payment_intent !== null || token.setup_intent !== null || token.expires_at === null)
      return { outcome: 'refused', reason: 'used' }
    if (token.expires_at * 1000 < epochOf(clock.now())) return { outcome: 'refused', reason: 'used' }
    const brand = card ? acceptedBrands[card.brand] : undefined
    if (!card || !brand) return { outcome: 'refused', reason: 'brand' }
    return { outcome: 'read', brand, lastFour: card.last4 }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { outcome: 'refused', reason: 'unknown' }
    return { outcome: 'unavailable', reason: describe(error) }
  }
}
