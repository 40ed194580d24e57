import type { CardBrand } from '@portal/contract/card'
import { cardBrands } from '@portal/contract/card-brands'
import { epochOf } from '@portal/contract/dates'
import Stripe from 'stripe'
import type { Clock } from '../../../clock.ts'
import type { TokenRead } from '../port.ts'
import { bankAccountFacts } from './bank-accounts.ts'
import { type Gateway, describe, inquiryTimeout } from './settings.ts'
import { isLive } from './traits.ts'

/** By Stripe's name. */
export const brands: Readonly<Record<string, CardBrand>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  discover: 'Discover',
  amex: 'American Express',
}

/** Of a new card. One that was saved before stays what it is. */
export function isTaken({ settings }: Pick<Gateway, 'settings'>, brand: CardBrand): boolean {
  return (settings.brands ?? cardBrands).includes(brand)
}

/** The card or bank account behind a ConfirmationToken, as far as it may be known before it is charged. */
export async function readToken(gateway: Gateway, clock: Clock, id: string): Promise<TokenRead> {
  const { stripe, settings } = gateway
  try {
    const token = await stripe.confirmationTokens.retrieve(id, {}, { timeout: inquiryTimeout })
    const { card, us_bank_account: account } = token.payment_method_preview ?? {}
    if (token.livemode !== isLive(settings.secretKey)) return { outcome: 'refused', reason: 'otherMode' }
    if (token.payment_intent !== null || token.setup_intent !== null || token.expires_at === null)
      return { outcome: 'refused', reason: 'used' }
    if (token.expires_at * 1000 < epochOf(clock.now())) return { outcome: 'refused', reason: 'used' }
    const facts = account ? bankAccountFacts(account) : null
    if (facts) return { outcome: 'readAccount', ...facts }
    const brand = card ? brands[card.brand] : undefined
    if (!card || !brand || !isTaken(gateway, brand)) return { outcome: 'refused', reason: 'brand' }
    return { outcome: 'read', brand, lastFour: card.last4 }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { outcome: 'refused', reason: 'unknown' }
    return { outcome: 'unavailable', reason: describe(error) }
  }
}
