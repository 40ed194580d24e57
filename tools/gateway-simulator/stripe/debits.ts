import { dateIn, instantOf } from '@portal/contract/dates'
import type Stripe from 'stripe'
import type { ReturnCode } from './banks.ts'
import type { Kept, KeptBank, KeptDebit, StripeBooks } from './books.ts'
import { pendingDebit } from './charge-object.ts'
import { paidOut, sentBack } from './debit-movements.ts'
import { askForDeposits, bankTime, guess, VerifyParams } from './deposits.ts'
import { bankOf } from './disputes.ts'
import { idOf, intentOf, invalid, making, read, StripeRefusal, type StripeWorld } from './endpoint.ts'
import { afterReturn, endBankSetup, savedByPayment } from './saved-banks.ts'
import { tokenUsedBy } from './tokens.ts'

// Payments from US bank accounts (https://docs.stripe.com/payments/ach-direct-debit): they take days.

const hour = 3_600_000

/** Bank days until a debit is paid or returned. */
const daysToPay = 4
const daysToReturn = 2
/** How long after it was confirmed a debit can be canceled. Stripe does not say; this is the stand-in's. */
const hoursToCancel = 12

/** @throws StripeRefusal when the account cannot be debited at all */
export async function confirmDebit(
  world: StripeWorld,
  intent: Stripe.PaymentIntent,
  kept: KeptBank,
): Promise<Stripe.PaymentIntent> {
  const { books } = world
  const { fate, isVerified } = kept.bank
  if (fate.kind === 'refused') {
    const failed = withError(intent, { code: fate.code, message: 'The bank account can’t be debited.' })
    await books.keep({ kind: 'token', value: kept }, { kind: 'intent', value: failed })
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: fate.code,
      message: 'The bank account can’t be debited.',
      payment_intent: failed,
    })
  }
  if (isVerified) return await beginDebit(world, intent, kept)
  const { debit, next_action } = askForDeposits(world, intent.id)
  const asking: Stripe.PaymentIntent = { ...intent, status: 'requires_action', next_action }
  await books.keep({ kind: 'token', value: kept }, { kind: 'intent', value: asking }, { kind: 'debit', value: debit })
  return asking
}

async function beginDebit(
  world: StripeWorld,
  intent: Stripe.PaymentIntent,
  kept: KeptBank,
): Promise<Stripe.PaymentIntent> {
  const { books, now, bankDay } = world
  const { bank, token } = kept
  const account = token.payment_method_preview?.us_bank_account
  const charge = pendingDebit(
    {
      intent,
      bank,
      lastFour: account?.last4 ?? '',
      fingerprint: account?.fingerprint ?? '',
      name: token.payment_method_preview?.billing_details.name ?? null,
      paymentMethod: typeof intent.payment_method === 'string' ? intent.payment_method : '',
      debitedOn: dateIn('America/New_York', instantOf(bankTime(world, 1))),
    },
    making(world),
  )
  const running: Stripe.PaymentIntent = { ...intent, status: 'processing', next_action: null, latest_charge: charge.id }
  const isForever = bank.fate.kind === 'stays'
  const debit: KeptDebit = {
    id: intent.id,
    dueAt: isForever ? null : bankTime(world, bank.fate.kind === 'returned' ? daysToReturn : daysToPay),
    cancelableUntil: isForever ? Infinity : now() + (bankDay === undefined ? hoursToCancel * hour : bankDay / 2),
    guesses: 0,
    isOver: false,
  }
  await books.keep(
    { kind: 'token', value: kept },
    { kind: 'charge', value: charge },
    { kind: 'intent', value: running },
    { kind: 'debit', value: debit },
  )
  return running
}

export function isCancelable({ books, now }: StripeWorld, intent: string): boolean {
  const debit = books.debits.get(intent)
  return debit !== undefined && now() < debit.cancelableUntil
}

/** With whatever ended it. */
export function debitEnded(books: StripeBooks, intent: string): Kept[] {
  const debit = books.debits.get(intent)
  return debit ? [{ kind: 'debit', value: { ...debit, isOver: true } }] : []
}

/** What became due by now: banks answer, and small deposits expire. */
export async function advanceDebits(world: StripeWorld): Promise<void> {
  const due = [...world.books.debits.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= world.now())
  for (const { id } of due) {
    const setup = world.books.setups.get(id)
    if (setup) {
      await endBankSetup(world, setup, 'payment_method_microdeposit_verification_timeout')
      continue
    }
    const intent = intentOf(world.books, id)
    if (intent.status === 'requires_action') await expireDeposits(world, intent)
    else await decideDebit(world, intent, bankUsedBy(world.books, id))
  }
}

/** What takes them days. Small deposits wait for their holders. */
export async function letBanksAnswer(world: StripeWorld): Promise<void> {
  const { books, now } = world
  for (const debit of books.debits.values()) {
    if (debit.dueAt === null || books.intents.get(debit.id)?.status !== 'processing') continue
    await books.keep({ kind: 'debit', value: { ...debit, dueAt: now() } })
  }
  await advanceDebits(world)
}

function bankUsedBy(books: StripeBooks, intent: string): KeptBank {
  const kept = tokenUsedBy(books, intent)
  if (!kept.bank) throw new Error(`${intent} was not confirmed with a bank account`)
  return kept
}

async function expireDeposits(world: StripeWorld, intent: Stripe.PaymentIntent): Promise<void> {
  const code = 'payment_method_microdeposit_verification_timeout'
  await endVerification(world, intent, { code, message: 'Microdeposit verification was not completed in time.' })
}

async function endVerification(
  { books }: StripeWorld,
  intent: Stripe.PaymentIntent,
  error: { code: string; message: string },
): Promise<void> {
  await books.keep({ kind: 'intent', value: withError(intent, error) }, ...debitEnded(books, intent.id))
}

function withError(intent: Stripe.PaymentIntent, error: { code: string; message: string }): Stripe.PaymentIntent {
  return {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    processing: null,
    payment_method: null,
    last_payment_error: { type: 'invalid_request_error', ...error },
  }
}

async function decideDebit(world: StripeWorld, intent: Stripe.PaymentIntent, used: KeptBank): Promise<void> {
  const { bank } = used
  if (bank.fate.kind === 'returned') return await returnDebit(world, intent.id, bank.fate)
  const { books } = world
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    processing: null,
    amount_received: intent.amount,
  }
  const saved = intent.setup_future_usage ? savedByPayment(world, intent, used) : null
  const before = chargeOf(books, intent)
  const charge = {
    ...before,
    ...(saved && { payment_method_details: withMandate(before, saved.mandate) }),
    status: 'succeeded' as const,
    paid: true,
    amount_captured: intent.amount,
  }
  await books.keep(
    { kind: 'charge', value: charge },
    { kind: 'intent', value: paid },
    { kind: 'movement', value: paidOut(world, charge) },
    ...(saved?.kept ?? []),
    ...debitEnded(books, intent.id),
  )
  if (bank.fate.kind === 'disputed')
    await bankOf(world).dispute(intent.id, { reason: 'debit_not_authorized', status: 'lost' })
}

function withMandate({ payment_method_details: details }: Stripe.Charge, mandate: string) {
  if (!details?.us_bank_account) throw new Error('It was not paid from a bank account')
  return { ...details, us_bank_account: { ...details.us_bank_account, mandate } }
}

/** Before it was paid, the intent fails; afterwards, the return comes as a dispute that is lost at once. */
export async function returnDebit(world: StripeWorld, id: string, { code, network }: ReturnCode): Promise<void> {
  const { books } = world
  const intent = intentOf(books, id)
  await books.keep(...afterReturn(books, intent, { code, network }))
  if (intent.status === 'succeeded') {
    await bankOf(world).dispute(id, { reason: reasonOfLateReturn[code] ?? 'bank_cannot_process', status: 'lost' })
    return
  }
  const message = 'The customer’s bank returned the payment.'
  const charge = chargeOf(books, intent)
  const failed: Stripe.PaymentIntent = {
    ...withError(intent, { code, message }),
    last_payment_error: {
      type: 'invalid_request_error',
      code,
      message,
      charge: charge.id,
      network_decline_code: network,
    },
  }
  const returned: Stripe.Charge = {
    ...charge,
    status: 'failed',
    failure_code: code,
    failure_message: message,
    failure_balance_transaction: `${idOf(charge.balance_transaction)}f`,
  }
  await books.keep(
    { kind: 'charge', value: returned },
    { kind: 'intent', value: failed },
    { kind: 'movement', value: paidOut(world, returned) },
    { kind: 'movement', value: sentBack(world, returned) },
    ...debitEnded(books, id),
  )
}

const reasonOfLateReturn: Readonly<Record<string, string>> = {
  insufficient_funds: 'insufficient_funds',
  account_closed: 'incorrect_account_details',
  no_account: 'incorrect_account_details',
  debit_not_authorized: 'debit_not_authorized',
}

function chargeOf(books: StripeBooks, { id, latest_charge: latest }: Stripe.PaymentIntent): Stripe.Charge {
  const charge = typeof latest === 'string' ? books.charges.get(latest) : undefined
  if (!charge) throw new Error(`There is no charge of ${id}`)
  return charge
}

/** What the holder read on the statement. */
export async function verifyMicrodeposits(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const asked = read(VerifyParams, params)
  const { id } = asked
  const { books } = world
  const intent = intentOf(books, id)
  const debit = books.debits.get(id)
  if (intent.next_action?.type !== 'verify_with_microdeposits' || !debit) {
    throw invalid('This PaymentIntent awaits no microdeposits', 'payment_intent_unexpected_state')
  }
  const kept = bankUsedBy(books, id)
  const answer = guess(debit, kept.bank, asked)
  if (answer.outcome === 'right') return await beginDebit(world, intent, kept)
  if (answer.outcome === 'wrong') {
    await books.keep({ kind: 'debit', value: answer.debit })
    throw invalid('That is not what was deposited.', answer.code)
  }
  await endVerification(world, intent, { code: answer.code, message: 'The bank account could not be verified.' })
  throw invalid('The bank account could not be verified.', answer.code)
}
