import { cardMessages, holdsNoCardNumber } from './card.ts'
import { emailOrNothing } from './email.ts'
import { ReceiptNumber, receiptPattern } from './ids.ts'

/** A§2, A§4, A§5, C§2.6, partly ours. */
export const paymentFormTexts = {
  review: 'Review Your Payment',
  total: 'Total Amount',
  payWithCard: 'Pay with Your Credit Card',
  checkOut: 'Check Out',
  nothingChosen: 'Please select an account and enter a valid amount to be paid!',
  subTotalRange: 'The paying subtotal should be between $1.00 to $99999.99',
  amountMissing: 'Payment Amount in one or more accounts must be greater than zero.',
  notPositive: 'Please enter an amount greater than $0.00.',
  inCredit: 'This account has a credit. No payment is due.',
  securityCodeHint: 'CVV is the last 3 digits on the back signature panel.',
  balanceChanged: 'Account {account}: the balance was {shown} and is now {now}.',
  askedToPay: 'You entered {total}. Change the amount, or pay {total} anyway.',
  payAllTheSame: 'Pay {total} anyway',
  debitedOnce: 'Your bank account is debited once, even if the connection drops.',
  bankBlocked: 'Banks returned several payments, so this can be paid by card only. To change that, call us.',
  onItsWay: 'A payment from a bank account is on its way.',
  payMoreAsked: 'Check that you want to pay more now, or wait for that payment.',
} as const

export const mostAccountsPerPayment = 600

/** Of every posting (A§9). */
export const paymentMethodCode = 'PG001'
export const cardCharge = '0.00'

/** A§9. */
export const paymentModes = ['Online', 'Phoned-In'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** Of one account (A§4); saved until the card provider has answered. */
export const paymentStatuses = ['saved', 'PAID', 'DECLINED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** `SINGLE`, or `MULTI-n` for n accounts (A§9). */
export function countTag(accounts: number): string {
  return accounts === 1 ? 'SINGLE' : `MULTI-${accounts}`
}

/** `W-{tag}`, however many accounts it covers (A§9, R1). @param tag the gateway's, or a short number of ours */
export function wholeReceipt(tag: string): string {
  return `W-${tag}`
}

interface Quotable {
  readonly shortNumber: string | null
  /** Of a payment from a bank account. */
  readonly bank: object | null
}

/** What payers quote while there is no receipt. A bank payment is confirmed under the number of the receipt to come. */
export function quotedNumber({ shortNumber, bank }: Quotable, reference: string): string {
  if (shortNumber === null) return reference
  return bank === null ? shortNumber : wholeReceipt(shortNumber)
}

/** The receipt of the whole payment, with `-{n}` from 1 when it has several accounts (R1). */
export function receiptNumber(tag: string, ordinal: number, accounts: number): ReceiptNumber {
  const whole = wholeReceipt(tag)
  return ReceiptNumber.parse(accounts === 1 ? whole : `${whole}-${ordinal}`)
}

/** More than a payment has accounts. */
const receiptsApart = 1000

/** Of an account whose payment is posted again: `W-{tag}-1001`, as the billing system has canceled the receipt before. */
export function nextReceipt(receipt: ReceiptNumber): ReceiptNumber {
  const { tag = '', ordinal = '1' } = receiptPattern.exec(receipt)?.groups ?? {}
  return ReceiptNumber.parse(`${wholeReceipt(tag)}-${Number(ordinal) + receiptsApart}`)
}

/** To whoever sends a card number although the gateway has a frame for cards (R37). */
export const noCardNumbers = 'This portal takes no card numbers. Type the card into the card form of the page.'

export const paymentTexts = {
  amount: 'Invalid Amount, must be $1.00 to $99999.99',
  accountTwice: 'You can add each account only once.',
  wait: 'Please wait...',
  processing: "Your payment is processing. Please don't close this page.",
  failed: 'Sorry, your payment did not go through. Please try again later.',
  approved: 'Approved - Thank you',
  notProcessed: 'Sorry, your payment was not processed.',
  tryLater: 'Please try again later.',
  contactUs: 'If you repeatedly see this message, complete your payment by contacting the utility directly.',
  beingConfirmed: 'Your payment is being confirmed.',
  doNotPayAgain: 'Do not pay again. We’re confirming this payment with your bank and will let you know the result.',
  saveAsPdf: 'Save this as PDF file',
  goBack: 'Go Back',
} as const

export const ConfirmationEmail = emailOrNothing(cardMessages.email).refine(holdsNoCardNumber, cardMessages.email)

/** The address on file; null also when the form would refuse it, as that must keep nobody from paying. */
export function confirmationEmailOnFile(onFile: string | null): string | null {
  return ConfirmationEmail.safeParse(onFile ?? '').data || null
}
