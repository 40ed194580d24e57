import { type Cents, cents, parseDecimalCents } from './money.ts'

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

/** The amount somebody paid, from a `TotalAmount`. The billing system counts a payment as negative (C§3, A§3). */
export function amountPaid(total: string): Cents {
  // Zero must be 0, not -0.
  return cents(-(parseDecimalCents(total) ?? 0) || 0)
}
