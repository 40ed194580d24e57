import { bankAccountWords } from '@portal/contract/bank-accounts'
import { cardWords } from '@portal/contract/card'
import { type Checkout, type CheckoutOutcome, mayBeTriedAgain } from '@portal/contract/checkout'
import { formatInstant } from '@portal/contract/dates'
import { feeTexts } from '@portal/contract/fees'
import { dollars, formatCents, sumCents } from '@portal/contract/money'
import { paymentFormTexts, paymentTexts, quotedNumber } from '@portal/contract/payments'
import { placeOf } from '@portal/contract/text'
import type { UtilityProfile } from '@portal/contract/utility'
import { t } from '#ui/text/t.ts'
import {
  answersBy,
  doesNotCount,
  endedLate,
  hasBegun,
  notChargedOf,
  ofSubmitted,
  ofVerifying,
  returnedFor,
  whyUnverified,
} from './bank-words.ts'
import type { Receipt, ReceiptAccount, ReceiptLine, ReceiptMerchant } from './receipt-content.ts'

/** The first words about a payment. */
export const titles: Record<CheckoutOutcome, string> = {
  approved: t(paymentTexts.approved),
  declined: t(paymentTexts.notProcessed),
  serverFailed: t(paymentTexts.notProcessed),
  beingConfirmed: t(paymentTexts.beingConfirmed),
  reversed: t('We’re refunding your payment.'),
  refunded: t('Your payment was refunded.'),
  verifying: t('Verify your bank account'),
  submitted: t('Submitted - Thank you'),
  returned: t('Your bank returned the payment.'),
}

/** A bank payment that ended before the bank had it, as asked or because no one verified the account. */
const titleOfCanceled = t('Your payment was canceled.')

function titleOf(checkout: Checkout): string {
  return hasBegun(checkout) && checkout.outcome === 'serverFailed' ? titleOfCanceled : titles[checkout.outcome]
}

/** Of what is still to happen; the receipt follows. */
export function isConfirmation(outcome: CheckoutOutcome): boolean {
  return outcome === 'submitted' || outcome === 'verifying'
}

/** Makes the receipt of a checkout. */
export function receiptOf(checkout: Checkout, profile: UtilityProfile): Receipt {
  return {
    outcome: checkout.outcome,
    title: titleOf(checkout),
    amount: `$${formatCents(sumCents([checkout.amount, checkout.fee]))} ${checkout.currency}`,
    explanation: explanationOf(checkout, profile),
    file: fileOf(checkout, profile),
    lines: linesOf(checkout, profile),
    processor: processorOf(checkout),
    accounts: accountsOf(checkout),
    merchant: merchantOf(profile, checkout.outcome),
  }
}

/** Makes the receipt of a payment that never reached the server: only texts (C§2.8 serverFailed). */
export function receiptOfNothing(profile: UtilityProfile): Receipt {
  return {
    outcome: 'serverFailed',
    title: titles.serverFailed,
    file: { title: titles.serverFailed, explanation: [t('Your card was not charged. Your payment didn’t reach us.')] },
    amount: null,
    explanation: [
      t(paymentTexts.tryLater),
      t('Your card was not charged. Your payment didn’t reach us.'),
      t(paymentTexts.contactUs),
    ],
    lines: [],
    processor: null,
    accounts: [],
    merchant: merchantOf(profile, 'serverFailed'),
  }
}

function merchantOf(profile: UtilityProfile, outcome: CheckoutOutcome): ReceiptMerchant {
  return {
    name: profile.name,
    place: `${profile.city}, ${profile.state}`,
    website: profile.website,
    description: profile.paymentDescription,
    contact: [...profile.phones.map((phone) => `${phone.label}: ${phone.number}`), profile.customerServiceEmail],
    refundPolicy: mayBeTriedAgain(outcome) || isConfirmation(outcome) ? null : profile.refundPolicy,
  }
}

function explanationOf(checkout: Checkout, profile: UtilityProfile): string[] {
  const { outcome, message, confirmationEmail, accounts, bankAccount } = checkout
  const notCharged = notChargedOf(checkout)
  switch (outcome) {
    case 'approved':
      return [
        ...(confirmationEmail ? [t('We’re emailing your receipt to {confirmationEmail}.', { confirmationEmail })] : []),
        accounts.length <= 1
          ? t('The account will show this payment within a few minutes.')
          : t('The accounts will show this payment within a few minutes.'),
      ]
    case 'declined':
      if (bankAccount)
        return [whyUnverified(checkout), notCharged, t('You can pay by card, or from another bank account.')]
      return [...(message ? [t(message)] : []), t('{notCharged} Try again, or use a different card.', { notCharged })]
    case 'serverFailed':
      return hasBegun(checkout)
        ? [...endedLate(checkout), notCharged, doesNotCount(checkout)]
        : [t(paymentTexts.tryLater), notCharged, t(paymentTexts.contactUs)]
    case 'beingConfirmed':
      return [
        t(paymentTexts.doNotPayAgain),
        confirmationEmail
          ? t('This usually takes 5 to 15 minutes. We’ll email {confirmationEmail} when we know.', {
              confirmationEmail,
            })
          : t('This usually takes 5 to 15 minutes.'),
      ]
    case 'reversed':
    case 'refunded':
      return [t('It can take a few days to appear on your statement.'), ...(message ? [message] : [])]
    case 'submitted':
      return ofSubmitted(checkout, profile)
    case 'verifying':
      return ofVerifying(checkout, profile)
    case 'returned':
      return [...returnedFor(checkout), doesNotCount(checkout)]
  }
}

function fileOf(checkout: Checkout, profile: UtilityProfile): Receipt['file'] {
  const { outcome, receiptNumber, message } = checkout
  const number = quotedNumber(checkout, checkout.referenceNumber)
  const unpaid = isConfirmation(outcome) ? t('Confirmation {number}', { number }) : t('Payment {number}', { number })
  const title = receiptNumber ? t('Receipt {number}', { number: receiptNumber }) : unpaid
  const notCharged = notChargedOf(checkout)
  switch (outcome) {
    case 'approved':
      return { title, explanation: [] }
    case 'declined':
      return { title, explanation: [titles.declined, ...(message ? [t(message)] : []), notCharged] }
    case 'serverFailed':
      return { title, explanation: [titleOf(checkout), notCharged] }
    case 'beingConfirmed':
      return {
        title,
        explanation: [t('When this file was saved, the bank had not confirmed whether the card was charged.')],
      }
    case 'reversed':
    case 'refunded':
      return { title, explanation: [t('This payment was refunded.'), ...(message ? [message] : [])] }
    case 'submitted':
      return {
        title,
        explanation: [t('This is a confirmation, not a receipt.'), ...answersBy(checkout, profile)],
      }
    case 'verifying':
      return {
        title,
        explanation: [
          t('This is not a receipt. When this file was saved, the bank account was not verified or debited.'),
        ],
      }
    case 'returned':
      return { title, explanation: [titles.returned, ...returnedFor(checkout)] }
  }
}

function linesOf(checkout: Checkout, profile: UtilityProfile): ReceiptLine[] {
  const { outcome, receiptNumber, shortNumber, authorizationNumber, cardHolderName } = checkout
  return [
    ...(receiptNumber ? [{ term: t('Receipt number'), value: receiptNumber, isReference: true }] : []),
    ...(receiptNumber && shortNumber
      ? []
      : [
          {
            term: isConfirmation(outcome) ? t('Confirmation number') : t('Reference number'),
            value: quotedNumber(checkout, checkout.referenceNumber),
            isReference: true,
          },
        ]),
    ...(authorizationNumber
      ? [{ term: t('Authorization number'), value: authorizationNumber, isReference: true }]
      : []),
    { term: t('Date and time'), value: formatInstant(profile, checkout.startedAt) },
    ...tenderOf(checkout),
    { term: checkout.bankAccount ? t('Account holder name') : t('Card holder name'), value: cardHolderName },
    ...feeLinesOf(checkout, profile),
  ]
}

/** Nothing without a fee: then the amount is what the accounts get. */
function feeLinesOf({ amount, fee }: Checkout, { name: utility }: UtilityProfile): ReceiptLine[] {
  if (fee === 0) return []
  return [
    { term: t(feeTexts.bills), value: dollars(amount) },
    { term: t(feeTexts.kept, { utility }), value: dollars(fee) },
    { term: t(paymentFormTexts.total), value: dollars(sumCents([amount, fee])) },
  ]
}

function tenderOf({ cardBrand, maskedCardNumber, bankAccount }: Checkout): ReceiptLine[] {
  if (bankAccount)
    return [{ term: t('Bank account'), value: t(bankAccountWords[bankAccount.accountType], bankAccount) }]
  if (cardBrand === null) return []
  return [{ term: t('Card'), value: t(cardWords, { brand: cardBrand, lastFour: maskedCardNumber.slice(-4) }) }]
}

function processorOf({ receiptNumber, shortNumber, referenceNumber, transactionTag }: Checkout): Receipt['processor'] {
  if (!receiptNumber || !shortNumber) return null
  return {
    title: t('Numbers of the payment processor'),
    lines: [
      { term: t('Reference number'), value: referenceNumber, isReference: true },
      { term: t('Payment'), value: transactionTag ?? '', isReference: true },
    ],
  }
}

function accountsOf(checkout: Checkout): ReceiptAccount[] {
  return checkout.accounts
    .filter((account) => account.amount > 0)
    .map((account) => ({
      accountId: account.accountId,
      serviceLocation: placeOf(account.serviceLocation),
      amount: `$${formatCents(account.amount)}`,
      receiptNumber: account.receiptNumber,
    }))
}
