import type { ReturnReason } from '@portal/contract/bank-accounts'
import { Instant, daysAfter, epochOf, instantOf, timeIn } from '@portal/contract/dates'
import Stripe from 'stripe'
import type {
  BankAccountFacts,
  BankAccounts,
  BankReturn,
  Deposited,
  SmallDeposits,
  VerifyResult,
} from '../port-bank-accounts.ts'
import { bankDaysAfter } from '../port-bank-days.ts'
import { type Gateway, describe, inquiryTimeout } from './settings.ts'

/** ACH debits through Stripe (https://docs.stripe.com/payments/ach-direct-debit). */
export function stripeBankAccounts(gateway: Gateway): BankAccounts {
  return {
    answersBy: (sentAt) => endOfBankDay(sentAt, 4),
    debitsAbout: (sentAt) => endOfBankDay(sentAt, 1),
    verify: (tag, deposited) =>
      verify((read, options) => gateway.stripe.paymentIntents.verifyMicrodeposits(tag, read, options), deposited),
    refusedFor: (code) => refusals[code ?? ''] ?? 'bank_refused',
    cancel: (tag) => cancel(gateway, tag),
  }
}

const bankZone = 'America/New_York'

/** From this hour on, a debit belongs to the next bank day. */
const cutOff = 21

/** So many bank days after a debit was sent, when the banks close. */
function endOfBankDay(sentAt: Instant, days: number): Instant {
  const { date, hour } = timeIn(bankZone, sentAt)
  const sentOn = Number(hour) < cutOff ? date : daysAfter(date, 1)
  const day = bankDaysAfter(sentOn, days)
  const noon = Instant.parse(`${day}T12:00:00.000Z`)
  const closing = 18 - Number(timeIn(bankZone, noon).hour)
  return instantOf(epochOf(noon) + closing * 3_600_000)
}

/** Other refusals are by the bank, as far as we know. */
const refusals: Readonly<Record<string, 'bank_blocked' | 'mandate_gone'>> = {
  bank_account_unusable: 'bank_blocked',
  payment_method_bank_account_blocked: 'bank_blocked',
  payment_intent_mandate_invalid: 'mandate_gone',
}

export function isRefusalOfAccount(code: string | undefined): boolean {
  return code !== undefined && Object.hasOwn(refusals, code)
}

/** What an intent asks of the holder, if it is that. */
export function depositsOf({
  next_action: next,
}: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'next_action'>): SmallDeposits | null {
  const asked = next?.type === 'verify_with_microdeposits' ? next.verify_with_microdeposits : undefined
  if (!asked) return null
  return {
    arriveOn: instantOf(asked.arrival_date * 1000),
    kind: asked.microdeposit_type === 'amounts' ? 'amounts' : 'code',
  }
}

/** @param send for a payment, or for an account that is saved */
export async function verify(
  send: (read: { descriptor_code: string } | { amounts: number[] }, options: { timeout: number }) => Promise<unknown>,
  deposited: Deposited,
): Promise<VerifyResult> {
  const read = 'code' in deposited ? { descriptor_code: deposited.code } : { amounts: [...deposited.amounts] }
  try {
    await send(read, { timeout: inquiryTimeout })
    return { outcome: 'verified' }
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeError ? (error.code ?? '') : ''
    if (code.endsWith('_mismatch')) return { outcome: 'wrong' }
    // Also when it was answered, or ended, a moment before.
    if (code.startsWith('payment_method_microdeposit_') || code === 'payment_intent_unexpected_state') {
      return { outcome: 'failed' }
    }
    return { outcome: 'unavailable', reason: describe(error) }
  }
}

async function cancel({ stripe }: Gateway, tag: string): ReturnType<BankAccounts['cancel']> {
  try {
    await stripe.paymentIntents.cancel(tag, {}, { timeout: inquiryTimeout })
    return { outcome: 'canceled' }
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
    return isRefused ? { outcome: 'tooLate' } : { outcome: 'unknown', reason: describe(error) }
  }
}

/** By the network's code (Nacha), as Stripe's words differ by the age of its pages. */
const reasonsByCode: Readonly<Record<string, ReturnReason>> = {
  R01: 'funds',
  R02: 'account',
  R03: 'account',
  R04: 'account',
  R05: 'unauthorized',
  R07: 'unauthorized',
  R08: 'stopped',
  R09: 'funds',
  R10: 'unauthorized',
  R11: 'terms',
  R14: 'person',
  R15: 'person',
  R16: 'account',
  R20: 'account',
  R29: 'company',
  R31: 'company',
}

/** Where Stripe gives no code of the network (https://docs.stripe.com/error-codes). */
const reasonsByWord: Readonly<Record<string, ReturnReason>> = {
  insufficient_funds: 'funds',
  account_closed: 'account',
  bank_account_restricted: 'account',
  bank_account_unusable: 'account',
  incorrect_account_details: 'account',
  invalid_account_number: 'account',
  no_account: 'account',
  debit_not_authorized: 'unauthorized',
}

/** Of a debit whose bank did not pay it. */
export function returnOf(word: string | null | undefined, code: string | null | undefined): BankReturn {
  const known = code && /^R\d{2}$/.test(code) ? code : null
  return { reason: reasonsByCode[known ?? ''] ?? reasonsByWord[word ?? ''] ?? 'other', code: known }
}

/** Stripe's words for a bank that sends back what it had paid; in any other, the holder has not allowed the debit. */
const lateReturns = ['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process']

/** Of a debit that is disputed after it was paid. */
export function lateReturnOf(word: string, code: string | null | undefined): BankReturn {
  const returned = returnOf(word, code)
  return lateReturns.includes(word) || returned.code !== null ? returned : { ...returned, reason: 'unauthorized' }
}

/** Of a charge, expanded or not. */
export function isOfBankAccount(charge: string | Stripe.Charge | null | undefined): boolean {
  return typeof charge === 'object' && charge?.payment_method_details?.us_bank_account !== undefined
}

/** Null without the words by which people know an account, or with words that may be its number. */
export function bankAccountFacts(
  account: Stripe.ConfirmationToken.PaymentMethodPreview.UsBankAccount | Stripe.PaymentMethod.UsBankAccount,
): BankAccountFacts | null {
  const { bank_name: bankName, last4: lastFour, routing_number: routingNumber, fingerprint } = account
  if (!bankName || /\d(?:[ -]*\d){3}/.test(bankName) || !/^\d{4}$/.test(lastFour ?? '') || !lastFour) return null
  const accountType = account.account_type === 'savings' ? 'savings' : 'checking'
  const holderType = account.account_holder_type === 'company' ? 'company' : 'individual'
  return { bankName, lastFour, accountType, holderType, routingNumber, fingerprint }
}

/** Whether an intent is paid from a bank account. */
export function isDebit({ payment_method_types: types }: Stripe.PaymentIntent): boolean {
  return types.includes('us_bank_account')
}
