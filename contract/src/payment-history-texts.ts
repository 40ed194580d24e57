/** The texts of the payment history that the specification fixes (C§3, C§8). */
export const paymentHistoryTexts = {
  none: 'No Web Payments Made',
  payment: 'Payment',
  adjustment: 'Payment Adjustment',
} as const

/** `PS` is a payment, anything else its adjustment (C§3). */
export function transactionText(type: string): string {
  return type === 'PS' ? paymentHistoryTexts.payment : paymentHistoryTexts.adjustment
}
