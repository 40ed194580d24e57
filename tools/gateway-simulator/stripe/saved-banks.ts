import type Stripe from 'stripe'
import { returnCodes, type ReturnCode } from './banks.ts'
import type { Kept, KeptBank, StripeBooks } from './books.ts'
import { askForDeposits, guess, VerifyParams } from './deposits.ts'
import { Id, idOf, invalid, read, seconds, setupOf, StripeRefusal, type StripeWorld } from './endpoint.ts'
import { mandate, paymentMethod } from './saved-method-objects.ts'
import { tokenOfSetup } from './tokens.ts'

// Bank accounts that are saved (https://docs.stripe.com/payments/ach-direct-debit/set-up-payment).

/** The account is attached once it is verified. */
export async function confirmBankSetup(
  world: StripeWorld,
  setup: Stripe.SetupIntent,
  kept: KeptBank,
): Promise<Stripe.SetupIntent> {
  const confirmed = { ...setup, payment_method: world.newId('pm') }
  const method = paymentMethod(kept.token, { id: confirmed.payment_method, customer: null, created: seconds(world) })
  const found: Kept[] = [
    { kind: 'token', value: kept },
    { kind: 'method', value: { method, bank: kept.bank } },
  ]
  if (kept.bank.isVerified) {
    await world.books.keep(...found)
    return await settleBankSetup(world, confirmed, kept)
  }
  const { debit, next_action } = askForDeposits(world, setup.id)
  const asking: Stripe.SetupIntent = { ...confirmed, status: 'requires_action', next_action }
  await world.books.keep(...found, { kind: 'setup', value: asking }, { kind: 'debit', value: debit })
  return asking
}

async function settleBankSetup(
  world: StripeWorld,
  setup: Stripe.SetupIntent,
  { token, bank }: KeptBank,
): Promise<Stripe.SetupIntent> {
  const id = idOf(setup.payment_method)
  const agreed = mandate(id, world.newId('mandate'), seconds(world))
  const method = paymentMethod(token, { id, customer: idOf(setup.customer), created: seconds(world) })
  const done: Stripe.SetupIntent = { ...setup, status: 'succeeded', next_action: null, mandate: agreed.id }
  await world.books.keep(
    { kind: 'method', value: { method, bank } },
    { kind: 'mandate', value: agreed },
    { kind: 'setup', value: done },
    ...over(world.books, setup.id),
  )
  return done
}

/** With its mandate, once the payment that was to save it is paid. */
export function savedByPayment(world: StripeWorld, intent: Stripe.PaymentIntent, { token, bank }: KeptBank) {
  const id = idOf(intent.payment_method)
  const agreed = mandate(id, world.newId('mandate'), seconds(world))
  const method = paymentMethod(token, { id, customer: idOf(intent.customer), created: seconds(world) })
  const kept: Kept[] = [
    { kind: 'method', value: { method, bank } },
    { kind: 'mandate', value: agreed },
  ]
  return { kept, mandate: agreed.id }
}

function over(books: StripeBooks, id: string): Kept[] {
  const debit = books.debits.get(id)
  return debit ? [{ kind: 'debit', value: { ...debit, isOver: true } }] : []
}

/** What the holder read on the statement. */
export async function verifyBankSetup(world: StripeWorld, params: unknown): Promise<Stripe.SetupIntent> {
  const asked = read(VerifyParams, params)
  const { books } = world
  const setup = setupOf(books, asked.id)
  const debit = books.debits.get(asked.id)
  if (setup.next_action?.type !== 'verify_with_microdeposits' || !debit) {
    throw invalid('This SetupIntent awaits no microdeposits', 'setup_intent_unexpected_state')
  }
  const kept = tokenOfSetup(books, asked.id)
  if (!kept.bank) throw new Error(`${asked.id} was not confirmed with a bank account`)
  const answer = guess(debit, kept.bank, asked)
  if (answer.outcome === 'right') return await settleBankSetup(world, setup, kept)
  if (answer.outcome === 'wrong') {
    await books.keep({ kind: 'debit', value: answer.debit })
    throw invalid('That is not what was deposited.', answer.code)
  }
  await endBankSetup(world, setup, answer.code)
  throw invalid('The bank account could not be verified.', answer.code)
}

/** Nobody has answered in time, or too often. */
export async function endBankSetup({ books }: StripeWorld, setup: Stripe.SetupIntent, code: string): Promise<void> {
  const ended: Stripe.SetupIntent = {
    ...setup,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_setup_error: { type: 'invalid_request_error', code, message: 'The bank account could not be verified.' },
  }
  await books.keep({ kind: 'setup', value: ended }, ...over(books, setup.id))
}

export async function readMandate({ books }: StripeWorld, params: unknown): Promise<Stripe.Mandate> {
  const { id } = read(Id, params)
  const found = books.mandates.get(id)
  if (!found) throw invalid(`No such mandate: '${id}'`, 'resource_missing', 404)
  return found
}

/** The holder has revoked it at the bank. The stand-in's own call. */
export async function endMandate(world: StripeWorld, params: unknown): Promise<Stripe.Mandate> {
  const found = await readMandate(world, read(Id, params))
  const ended: Stripe.Mandate = { ...found, status: 'inactive' }
  await world.books.keep({ kind: 'mandate', value: ended })
  return ended
}

/** A return for good blocks the account; one that its holder has not allowed ends the mandate, too. */
export function afterReturn(books: StripeBooks, intent: Stripe.PaymentIntent, { code, network }: ReturnCode): Kept[] {
  const saved = books.methods.get(idOf(intent.payment_method))
  const account = saved?.method.us_bank_account
  if (!saved?.bank || !account || code === returnCodes.insufficientFunds.code) return []
  const blocked = { network_code: network, reason: 'bank_account_unusable' } as const
  const method = { ...saved.method, us_bank_account: { ...account, status_details: { blocked } } }
  const ended = [...books.mandates.values()].filter(({ payment_method: of }) => of === saved.method.id)
  const isRevoked = code === returnCodes.debitNotAuthorized.code
  return [
    { kind: 'method', value: { method, bank: saved.bank } },
    ...(isRevoked ? ended.map((value): Kept => ({ kind: 'mandate', value: { ...value, status: 'inactive' } })) : []),
  ]
}

/** @throws StripeRefusal when a saved account is debited no more */
export function requireDebitable(books: StripeBooks, method: Stripe.PaymentMethod, intent: Stripe.PaymentIntent): void {
  if (method.us_bank_account?.status_details?.blocked) {
    const error = { type: 'card_error', code: 'bank_account_unusable', message: 'The bank account can’t be debited.' }
    throw new StripeRefusal(402, { ...error, payment_intent: { ...intent, last_payment_error: error } })
  }
  const own = [...books.mandates.values()].filter(({ payment_method: of }) => of === method.id)
  if (!own.some(({ status }) => status === 'active')) {
    throw invalid('The mandate is not active.', 'payment_intent_mandate_invalid')
  }
}
