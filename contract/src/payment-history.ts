import { z } from 'zod'
import { call, phonedInLevels } from './call.ts'
import { CalendarDate } from './dates.ts'
import { AccountNumber } from './ids.ts'
import { DecimalAmount } from './money.ts'

/** A payment of an account, or the cancellation of one (C§3 payment history item). */
export const PaymentHistoryItem = z.object({
  ArrearsDate: CalendarDate,
  /** The account the payment belongs to. */
  Parent: AccountNumber,
  /** Negative for a payment, positive for a cancellation. */
  TotalAmount: DecimalAmount,
  /** PS is a payment, PX the cancellation of one. */
  FinancialTransactionType: z.string(),
  /** The receipt number of a payment that the portal took, otherwise null. */
  receiptNumber: z.string().nullable(),
})
export type PaymentHistoryItem = z.infer<typeof PaymentHistoryItem>

/**
 * `POST /api/v1/payment-history` (C§7): the newest eighteen payments of an account, including those still on their way
 * to the billing system.
 */
export const readPaymentHistory = call({
  method: 'POST',
  path: '/api/v1/payment-history',
  group: 'dashboard',
  summary: 'The newest payments of an account (C§2.5, C§7)',
  access: { customerOrAdmin: phonedInLevels },
  body: z.object({ accountId: AccountNumber }),
  reply: z.object({ result: z.array(PaymentHistoryItem) }),
  problems: {},
})
