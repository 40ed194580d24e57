import type Stripe from 'stripe'
import { z } from 'zod'
import type { KeptToken, StripeBooks } from './books.ts'
import { type TestCard, testCards } from './cards.ts'
import { Id, invalid, making, read, type StripeWorld, whole } from './endpoint.ts'
import { confirmationToken } from './objects.ts'
import { fingerprintOf } from './saved-card-objects.ts'

const TokenParams = z.object({
  number: z.string(),
  exp_month: whole,
  exp_year: whole,
  cvc: z.string().default(''),
  name: z.string().nullable().default(null),
  postal_code: z.string().nullable().default(null),
  wallet: z.literal('google_pay').optional(),
})

/** As the gateway's frame in the page does. Only what becomes of the card is kept, not its number. */
export async function makeToken(world: StripeWorld, params: unknown): Promise<Stripe.ConfirmationToken> {
  const typed = read(TokenParams, params)
  const unknownCard: TestCard = { brand: 'visa', decline: 'incorrect_number' }
  const { wallet } = typed
  return await keepToken(world, typed, { ...(testCards[typed.number] ?? unknownCard), ...(wallet ? { wallet } : {}) })
}

/** The token of a typed card, of which this will become. */
export async function keepToken(
  world: StripeWorld,
  typed: z.output<typeof TokenParams>,
  card: TestCard,
): Promise<Stripe.ConfirmationToken> {
  const facts = {
    card,
    lastFour: typed.number.slice(-4),
    expiryMonth: typed.exp_month,
    expiryYear: typed.exp_year,
    fingerprint: fingerprintOf(typed.number),
  }
  const token = confirmationToken({ ...facts, name: typed.name, postalCode: typed.postal_code }, making(world))
  await world.books.keep({ kind: 'token', value: { token, card } })
  return token
}

export async function readToken({ books }: StripeWorld, params: unknown): Promise<Stripe.ConfirmationToken> {
  return tokenOf(books, read(Id, params).id).token
}

export function tokenOf(books: StripeBooks, id: string): KeptToken {
  const kept = books.tokens.get(id)
  if (!kept) throw invalid(`No such confirmation_token: '${id}'`, 'resource_missing', 404)
  return kept
}

/** @throws StripeRefusal when it was used before */
export function usableToken(books: StripeBooks, id: string): KeptToken {
  const kept = tokenOf(books, id)
  const isUsed = kept.token.payment_intent !== null || kept.token.setup_intent !== null
  if (isUsed) throw invalid('This token was used before', 'token_already_used')
  return kept
}

/** With which it was confirmed last. */
export function tokenUsedBy(books: StripeBooks, intent: string): KeptToken {
  const newest = [...books.tokens.values()].findLast(({ token }) => token.payment_intent === intent)
  if (!newest) throw new Error(`${intent} was not confirmed`)
  return newest
}
