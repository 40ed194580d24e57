import type Stripe from 'stripe'
import { z } from 'zod'
import { fateOf, type TestBank, testRouting } from './banks.ts'
import type { KeptToken, StripeBooks } from './books.ts'
import { type TestCard, testCards } from './cards.ts'
import { Id, invalid, making, read, type StripeWorld, whole } from './endpoint.ts'
import { bankToken, confirmationToken } from './objects.ts'
import { fingerprintOf } from './saved-method-objects.ts'

const Holder = { name: z.string().nullable().default(null) }

const CardParams = z.object({
  ...Holder,
  number: z.string(),
  exp_month: whole,
  exp_year: whole,
  cvc: z.string().default(''),
  postal_code: z.string().nullable().default(null),
  wallet: z.literal('google_pay').optional(),
})

const BankParams = z.object({
  ...Holder,
  routing_number: z.literal(testRouting),
  account_number: z.string(),
  account_type: z.enum(['checking', 'savings']).default('checking'),
  account_holder_type: z.enum(['individual', 'company']).default('individual'),
  /** In the window of the bank. */
  is_logged_in: z.literal('true').optional(),
})

/** As the gateway's frame in the page does. Only what becomes of the card or account is kept, not its number. */
export async function makeToken(world: StripeWorld, params: unknown): Promise<Stripe.ConfirmationToken> {
  if (typeof params === 'object' && params !== null && 'account_number' in params) {
    return await makeBankToken(world, read(BankParams, params))
  }
  const typed = read(CardParams, params)
  const unknownCard: TestCard = { brand: 'visa', decline: 'incorrect_number' }
  const { wallet } = typed
  return await keepToken(world, typed, { ...(testCards[typed.number] ?? unknownCard), ...(wallet ? { wallet } : {}) })
}

async function makeBankToken(world: StripeWorld, typed: z.output<typeof BankParams>) {
  const bank: TestBank = {
    bankName: 'STRIPE TEST BANK',
    accountType: typed.account_type,
    holderType: typed.account_holder_type,
    isVerified: typed.is_logged_in === 'true',
    fate: fateOf(typed.account_number),
  }
  return await keepBankToken(world, bank, typed.account_number, typed.name)
}

/** The token of a bank account, of which this will become. */
export async function keepBankToken(world: StripeWorld, bank: TestBank, accountNumber: string, name: string | null) {
  const facts = { bank, lastFour: accountNumber.slice(-4), fingerprint: fingerprintOf(accountNumber), name }
  const token = bankToken(facts, making(world))
  await world.books.keep({ kind: 'token', value: { token, bank } })
  return token
}

/** The token of a typed card, of which this will become. */
export async function keepToken(
  world: StripeWorld,
  typed: z.output<typeof CardParams>,
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

export function tokenOfSetup(books: StripeBooks, setup: string): KeptToken {
  const newest = [...books.tokens.values()].findLast(({ token }) => token.setup_intent === setup)
  if (!newest) throw new Error(`${setup} was not confirmed`)
  return newest
}

/** With which it was confirmed last. */
export function tokenUsedBy(books: StripeBooks, intent: string): KeptToken {
  const newest = [...books.tokens.values()].findLast(({ token }) => token.payment_intent === intent)
  if (!newest) throw new Error(`${intent} was not confirmed`)
  return newest
}
