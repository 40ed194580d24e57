import { type DepositKind, type ReturnReason, returnWords } from '@portal/contract/bank-accounts'
import { type Instant, dateIn, formatDate, formatInstant, later } from '@portal/contract/dates'
import { defaultLocale, languageOf } from '@portal/contract/language'
import { type Cents, dollars } from '@portal/contract/money'
import { pagePaths } from '@portal/contract/paths'
import { quotedNumber, receiptNumber, wholeReceipt } from '@portal/contract/payments'
import { maskAddress } from '@portal/contract/text'
import type { GatewayReply } from '../adapters/payment-gateway/port.ts'
import type { Deps } from '../deps.ts'
import { profileIn } from '../messages/language.ts'
import {
  accountAt,
  accountsTable,
  amountParts,
  customerEmail,
  type FieldValues,
  keyOfEmail,
  methodInWords,
  type NewEmail,
} from '../wording/customer-email.ts'
import type { bankEnds } from '../wording/templates.ts'
import type { Engine } from './engine.ts'
import { type StoredCheckout, receiptTagOf } from './records/stored-checkout.ts'

/** Of a receipt. */
export const receiptTemplate = 'payment-confirmation'

/** How long the confirmation waits for an address from a payer who gave none before the charge, in milliseconds. */
const addressGrace = 2 * 60_000

/**
 * The confirmation of a payment (A§4, C§4): a receipt by mail. Null when the payer gave no address.
 * @param now when it became known that the card was charged.
 * @param receiptsBefore of this tag, which others have had
 */
export function receiptEmail(
  own: Deps['profile'],
  checkout: StoredCheckout,
  reply: Pick<GatewayReply, 'tag' | 'authorization'>,
  now: Instant,
  receiptsBefore = 0,
): NewEmail | null {
  const { confirmationEmail: recipient, attempt, items } = checkout
  if (recipient === null) return null
  const profile = profileIn(own, checkout.language)
  const tag = receiptTagOf(attempt, reply.tag) ?? ''
  const rows = items.map(({ accountId, serviceLocation, ordinal, amount, receiptNumber: given }) => [
    accountAt(accountId, placeFor(checkout, serviceLocation)),
    given ?? receiptNumber(tag, ordinal + receiptsBefore, items.length + receiptsBefore),
    inDollars(amount, profile.locale),
  ])
  return customerEmail(
    profile,
    {
      template: receiptTemplate,
      dedupeKey: receiptKey(checkout),
      recipient,
      ...(checkout.awaitsAddress && { notBefore: later(now, addressGrace) }),
    },
    {
      receipt: wholeReceipt(tag),
      description: profile.paymentDescription,
      amount: inDollars(attempt.amount, profile.locale),
      method: attempt.bank ? 'bank' : 'card',
      card: paidWithInWords(profile, attempt),
      holder: attempt.cardHolder,
      when: formatInstant(profile, attempt.sentAt),
      authorization: reply.authorization ?? '',
      reference: attempt.reference,
      refundPolicy: profile.refundPolicy,
    },
    { accounts: accountsTable(profile, 'Accounts paid', rows) },
    amountParts(profile, { bills: checkout.amount, fee: attempt.fee }, inDollars),
  )
}

/**
 * The confirmation of a payment that was made, written from the records, to an address given later. Null for any other
 * payment.
 */
export function receiptTo(
  profile: Deps['profile'],
  checkout: StoredCheckout,
  confirmationEmail: string,
): NewEmail | null {
  const { attempt, decidedAt, state } = checkout
  if (state !== 'PAID' || decidedAt === null) return null
  const addressed = { ...checkout, confirmationEmail, awaitsAddress: false }
  const reply = { tag: attempt.transactionTag, authorization: attempt.authorizationNumber }
  return receiptEmail(profile, addressed, reply, decidedAt)
}

/** A guest never reads the whole address (docs/decisions/013). */
function placeFor({ paidBy }: StoredCheckout, serviceLocation: string): string {
  return paidBy === null ? maskAddress(serviceLocation) : serviceLocation
}

/** The dedupe key of a checkout's confirmation in the outbox. */
export function receiptKey(checkout: Pick<StoredCheckout, 'publicId'>): string {
  return keyOfEmail(receiptTemplate, checkout.publicId)
}

export type Writing = Pick<Engine, 'profile' | 'publicUrl'>

/** For a payer who had to wait: nothing was charged, and the bill is still open. Null when there is no recipient. */
export function notPaidEmail(
  writing: Writing,
  checkout: StoredCheckout,
  isUndone: '' | 'undone' = '',
): NewEmail | null {
  const when = formatInstant(profileIn(writing.profile, checkout.language), checkout.attempt.sentAt)
  return emailToPayer(writing, checkout, 'payment-not-made', { when, isUndone })
}

type NotPaid =
  | 'payment-not-made'
  | 'payment-reversed'
  | 'payment-charged-twice'
  | 'refund-returned'
  | 'refund-undone'
  | 'dispute-won'

/** Pay Now needs no login, so its link serves every payer. Null when there is no recipient. */
export function emailToPayer(
  { profile: own, publicUrl }: Writing,
  checkout: StoredCheckout,
  template: NotPaid,
  values: FieldValues<NotPaid> = {},
): NewEmail | null {
  const { confirmationEmail: recipient, publicId, amount: bills, items, attempt, language } = checkout
  if (recipient === null) return null
  const profile = profileIn(own, language)
  const rows = items.map(({ accountId, serviceLocation, amount }) => [
    accountAt(accountId, placeFor(checkout, serviceLocation)),
    inDollars(amount, profile.locale),
  ])
  return customerEmail(
    profile,
    { template, dedupeKey: keyOfEmail(template, publicId), recipient },
    {
      ...values,
      number: items.length === 1 ? 'one' : 'several',
      payNow: `${publicUrl}${pagePaths.payNow}`,
      amount: dollars(attempt.amount, profile.locale),
      card: paidWithInWords(profile, attempt),
      reference: quotedNumber(attempt, attempt.reference),
    },
    { accounts: accountsTable(profile, 'Accounts', rows) },
    amountParts(profile, { bills, fee: attempt.fee }),
  )
}

/** How a payment was paid, to its payer. */
function paidWithInWords(profile: Deps['profile'], { brand, bank, lastFour }: StoredCheckout['attempt']): string {
  return methodInWords(profile, { brand, bankAccount: bank, lastFour })
}

type AboutBank = 'bank-submitted' | 'bank-verify' | 'bank-reminder' | 'bank-returned' | 'bank-canceled'

interface BankFacts {
  /** When it was submitted; the payment's own day when left out. */
  on?: Instant | null | undefined
  /** The bank has answered by then, or the payer has to. */
  by?: Instant | null
  arriveOn?: Instant
  deposits?: DepositKind
  /** Whether the balance fell when the payment was submitted. */
  credited?: 'now' | 'later'
  why?: ReturnReason
  ended?: (typeof bankEnds)[number]
}

/** What a bank does with a payment, or did not do. Null when there is no recipient. */
export function bankEmail(
  { profile: own, publicUrl }: Writing,
  checkout: StoredCheckout,
  template: AboutBank,
  { on, by, arriveOn, why, ...cases }: BankFacts,
): NewEmail | null {
  const { confirmationEmail: recipient, publicId, amount: bills, items, attempt, language } = checkout
  if (recipient === null) return null
  const profile = profileIn(own, language)
  const rows = items.map((item) => [
    accountAt(item.accountId, placeFor(checkout, item.serviceLocation)),
    inDollars(item.amount, profile.locale),
  ])
  // Then the payer gets a copy of what they agreed to.
  const isToBeDebited = template === 'bank-submitted' || template === 'bank-verify'
  const dayOf = (at: Instant) => formatDate(dateIn(profile.timeZone, at), profile.locale)
  return customerEmail(
    profile,
    { template, dedupeKey: keyOfEmail(template, publicId), recipient },
    {
      number: items.length === 1 ? 'one' : 'several',
      when: dayOf(on ?? attempt.sentAt),
      by: by ? dayOf(by) : '',
      arriveOn: arriveOn ? dayOf(arriveOn) : '',
      reason: why ? languageOf(profile.catalog, profile.locale).t(returnWords[why]) : '',
      ...cases,
      payNow: `${publicUrl}${pagePaths.payNow}`,
      resultPage: `${publicUrl}${pagePaths.paymentResult}?id=${publicId}`,
      amount: dollars(attempt.amount, profile.locale),
      bankAccount: paidWithInWords(profile, attempt),
      holder: attempt.cardHolder,
      reference: quotedNumber(attempt, attempt.reference),
      authorization: isToBeDebited ? (attempt.bank?.authorization ?? '') : '',
    },
    { accounts: accountsTable(profile, 'Accounts', rows) },
    amountParts(profile, { bills, fee: attempt.fee }),
  )
}

/** Card brands want the currency named. */
function inDollars(amount: Cents, locale: string): string {
  if (locale === defaultLocale) return `${dollars(amount)} USD`
  const format = { style: 'currency', currency: 'USD', currencyDisplay: 'code' } as const
  return new Intl.NumberFormat(locale, format).format(amount / 100)
}
