import { type CalendarDate, formatDate } from './dates.ts'
import { humanCheckProblems } from './human-check.ts'
import type { AccountNumber } from './ids.ts'
import { defaultLocale, english, type Language } from './language.ts'
import { type Cents, dollars } from './money.ts'

/** Why a checkout was refused. In each case, it charged nothing. */
export const checkoutProblems = {
  ...humanCheckProblems,
  'account-not-open': {
    status: 403,
    title: 'Nothing was charged. Find the account again before you pay.',
  },
  'account-being-paid': {
    status: 409,
    title: 'Do not pay again yet. A payment for this account is still being confirmed.',
  },
  /** Comes with `balances`; with those as `amountDue`, the same payment goes through. */
  'balance-changed': {
    status: 409,
    title: 'Nothing was charged. The balance has changed since this page loaded.',
  },
  /** Comes with `balances`; with `payAnyway`, the same payment goes through. */
  'payment-on-its-way': { status: 409, title: 'Nothing was charged. A payment from a bank account is on its way.' },
  /** Comes with the `fee` now. */
  'fee-changed': {
    status: 409,
    title: 'Nothing was charged. The service fee has changed since this page loaded.',
  },
  /** What the other of two equal requests was told holds for both. */
  'repeat-refused': {
    status: 409,
    title: 'Nothing was charged. The same payment failed a moment ago. Try again.',
  },
  'payer-left': { status: 409, title: 'Nothing was charged. The page was closed before the payment started.' },
  /** Comes with a card that was typed into the gateway's frame. */
  'card-entry-unusable': { status: 409, title: 'Your card was not charged. Enter your card again.' },
  'card-not-accepted': { status: 409, title: 'Your card was not charged. We don’t accept cards of this brand.' },
  'saved-card-gone': {
    status: 409,
    title: 'Nothing was charged. This payment method was removed. Choose another one.',
  },
  'card-service-down': {
    status: 503,
    title: 'Your card was not charged. We can’t reach the card service. Try again in a few minutes.',
  },
  'bank-not-accepted': { status: 409, title: 'Nothing was charged. Bank accounts can’t pay here. Pay by card.' },
  'bank-entry-unusable': { status: 409, title: 'Nothing was charged. Choose your bank account again.' },
  'bank-service-down': {
    status: 503,
    title: 'Nothing was charged. We can’t reach the payment service. Try again in a few minutes.',
  },
  'bank-blocked': {
    status: 409,
    title: 'Nothing was charged. Banks returned several payments for this account. Pay by card, or call us.',
  },
  'bank-account-unusable': {
    status: 409,
    title: 'Nothing was charged. This bank account can’t be used here. Use another bank account or a card.',
  },
  /** Comes with the limit in `detail`. */
  'bank-limit': { status: 409, title: 'Nothing was charged. This is more than we take from a bank account.' },
  /** Comes with `today`, which the words name. */
  'authorization-changed': {
    status: 409,
    title: 'Nothing was charged. What you authorize has changed since this page loaded. Read it again, then pay.',
  },
  'account-not-payable': { status: 409, title: 'This account can’t be paid online. Call customer service.' },
  'idempotency-key-reused': {
    status: 422,
    title: 'You already started this payment with different details. Check its result before you pay again.',
  },
} as const

/** The most that a bank account may pay at once, or on a day. */
export function bankLimit(most: Cents, per: 'payment' | 'day'): string {
  return per === 'payment'
    ? english.t('Pay {most} or less, or pay by card.', { most: dollars(most) })
    : english.t('A bank account can pay {most} a day. Pay the rest on another day, or pay by card.', {
        most: dollars(most),
      })
}

/** @param by the day of the bank's answer; null while the payer has not confirmed the bank account */
export function onItsWay(
  { account, amount, by }: { account: AccountNumber; amount: Cents; by: CalendarDate | null },
  { t }: Pick<Language, 't'> = english,
  locale = defaultLocale,
): string {
  const paid = { account, amount: dollars(amount, locale) }
  return by === null
    ? t(
        '{amount} for account {account}. The payer has not confirmed the bank account yet, so paying now cancels it.',
        paid,
      )
    : t('{amount} for account {account}. The bank confirms it by {day}.', { ...paid, day: formatDate(by, locale) })
}

export function onlyAbout(accounts: readonly AccountNumber[]): string {
  const [first = '', ...more] = accounts
  if (more.length === 0) {
    return english.t('This applies to account {first}. To pay the others, remove it.', { first })
  }
  return english.t('This applies to accounts {accounts}. To pay the others, remove them.', {
    accounts: accounts.join(', '),
  })
}
