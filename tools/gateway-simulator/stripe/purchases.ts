import type { BookedPurchase } from '../books.ts'
import type { StripeBooks } from './books.ts'

/** One confirmed payment in the form that tests need, as the other simulator's. */
export interface StripePurchase extends Pick<BookedPurchase, 'reference' | 'amount' | 'state' | 'givenBack'> {
  tag: string
}

/** Every payment that was confirmed, oldest first: the truth that tests compare with. */
export function stripePurchases({ intents, charges }: StripeBooks): StripePurchase[] {
  return [...intents.values()].flatMap((intent) => {
    const charge = typeof intent.latest_charge === 'string' ? charges.get(intent.latest_charge) : undefined
    if (!charge) return []
    const givenBack = charge.amount_refunded
    const taken = charge.refunded ? 'reversed' : 'live'
    const state = intent.status === 'succeeded' ? taken : 'none'
    const { amount, id, metadata } = intent
    return [{ tag: id, reference: metadata['reference'] ?? '', amount, state, givenBack }]
  })
}
