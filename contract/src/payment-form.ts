/**
 * The texts of the card payment form: those the specification fixes (A§2 payment modals, A§4, A§5, C§2.6), and ours
 * about an amount and about a balance that has changed since it was shown. Ours take amounts already formatted,
 * `$80.53`.
 */
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
  balanceChanged: (account: string, shown: string, now: string) =>
    `Account ${account}: the balance was ${shown} and is now ${now}.`,
  askedToPay: (total: string) => `You entered ${total}. Change the amount, or pay ${total} anyway.`,
  payAllTheSame: (total: string) => `Pay ${total} anyway`,
} as const
