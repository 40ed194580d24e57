/** The texts of the card payment form that the specification fixes (A§2 payment modals, C§2.6). */
export const paymentFormTexts = {
  review: 'Review Your Payment',
  total: 'Total Amount',
  payWithCard: 'Pay with Your Credit Card',
  securityCodeHint: 'CVV is the last 3 digits on the back signature panel.',
} as const
