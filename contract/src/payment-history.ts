import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { BankStanding } from './bank-accounts.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { AccountNumber, CheckoutPublicId } from './ids.ts'
import { type Cents, cents, parseDecimalCents, DecimalAmount } from './money.ts'

export const paymentHistoryTexts = {
  none: 'No Web Payments Made',
  payment: 'Payment',
  adjustment: 'Payment Adjustment',
} as const

/** `PS` is a payment, anything else its adjustment (C§3). */
export function transactionText(type: string): string {
  return type === 'PS' ? paymentHistoryTexts.payment : paymentHistoryTexts.adjustment
}

/** The billing system counts a payment as negative (C§3, A§3). */
export function amountPaid(total: string): Cents {
  // Zero must be 0, not -0.
  return cents(-(parseDecimalCents(total) ?? 0) || 0)
}

/** C§3. */
export const PaymentHistoryItem = z.object({
  ArrearsDate: CalendarDate,
  Parent: AccountNumber,
  /** Negative for a payment, positive for a cancellation. */
  TotalAmount: DecimalAmount,
  /** PS is a payment, PX its cancellation. */
  FinancialTransactionType: z.string(),
  /** Null unless the portal took the payment. */
  receiptNumber: z.string().nullable(),
  /** From a bank account, while it is no payment yet, or not anymore. */
  bank: z
    .object({
      standing: BankStanding,
      /** The bank confirms by then, or the payer verifies the account. */
      by: Instant.nullable(),
      /** For its payer, who can open it. */
      checkout: CheckoutPublicId.nullable(),
    })
    .optional(),
})
export type PaymentHistoryItem = z.infer<typeof PaymentHistoryItem>

export const readPaymentHistory = call({
  method: 'POST',
  path: '/api/v1/payment-history',
  group: 'dashboard',
  summary: 'The newest payments of an account (C§2.5, C§7)',
  access: { customerOrAdmin: levelsOfTab['phoned-in'] },
  body: z.object({ accountId: AccountNumber }),
  reply: z.object({ result: z.array(PaymentHistoryItem) }),
  problems: {},
})
