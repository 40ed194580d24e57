import type { TestCard } from '../../gateway-simulator/stripe/cards.ts'
import type { StripeWorld } from '../../gateway-simulator/stripe/endpoint.ts'
import { createCustomer, methodFor } from '../../gateway-simulator/stripe/saved-methods.ts'
import { keepToken } from '../../gateway-simulator/stripe/tokens.ts'
import type { FaultDice } from '../faults.ts'
import type { SavedMethods } from './books.ts'
import type { StripeDebits } from './stripe-debits.ts'

/** Two that may be tried again, and some that may not. */
const declines = [
  'insufficient_funds',
  'processing_error',
  'lost_card',
  'expired_card',
  'authentication_required',
  'generic_decline',
] as const
/** The token of a card of which this will become. */
export async function typeCard(stripe: StripeWorld, card: TestCard, number = '4242424242424242'): Promise<string> {
  const typed = { number, exp_month: 12, exp_year: 2030, cvc: '', name: null, postal_code: null }
  return (await keepToken(stripe, typed, card)).id
}

/** What customers have saved at the stand-in of Stripe. */
export class SavedAtStripe {
  readonly #dice: FaultDice
  readonly #stripe: StripeWorld
  readonly #debits: StripeDebits

  constructor(dice: FaultDice, stripe: StripeWorld, debits: StripeDebits) {
    this.#dice = dice
    this.#stripe = stripe
    this.#debits = debits
  }

  async save(): Promise<SavedMethods> {
    const { id: customer } = await createCustomer(this.#stripe, {})
    const methods: string[] = []
    for (const number of ['4242424242424242', '4000056655665556']) {
      const id = this.#stripe.newId('pm')
      // Each customer has other numbers.
      const token = await typeCard(
        this.#stripe,
        { brand: 'visa', decline: null },
        `${number.slice(0, 6)}${customer}${number.slice(-4)}`,
      )
      const kept = this.#stripe.books.tokens.get(token)
      if (!kept?.card) throw new Error('A token was lost')
      await this.#stripe.books.keep({ kind: 'method', value: methodFor(this.#stripe, kept, { id, customer }) })
      methods.push(id)
    }
    return { customer, methods, bank: await this.#debits.save(customer) }
  }

  /** What banks say to a charge of a saved card or bank account, whoever holds it. */
  decide(): void {
    const decline = this.#dice.happens('bankDeclinesSaved') ? this.#dice.pick(declines) : null
    const fate = this.#debits.fate()
    for (const [id, { method, card, bank }] of this.#stripe.books.methods)
      this.#stripe.books.methods.set(
        id,
        card ? { method, card: { ...card, decline } } : { method, bank: { ...bank, fate } },
      )
  }
}
