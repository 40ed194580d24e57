import { z } from 'zod'
import { exceptionLevels, levelsOfTab, refundAskLevels } from './admin-levels.ts'
import { ReturnReason } from './bank-accounts.ts'
import { cancelBankPayment } from './bank-payments.ts'
import { call } from './call.ts'
import { cardMessages } from './card.ts'
import { CheckoutOutcome } from './checkout.ts'
import { CalendarDate, Instant, TypedDate } from './dates.ts'
import { AccountNumber, RowId } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { ConfirmationEmail, paymentStatuses } from './payments.ts'
import { BillingStanding, Standing } from './reports.ts'

const access = { admin: levelsOfTab.reports } as const

/** A§3. */
export const IndividualPayment = z.object({
  account_number: AccountNumber,
  receipt_num: z.string(),
  amount: DecimalAmount,
  status: z.enum(paymentStatuses),
  /** Ours: `status` has no word for a refund, nor `ccb_status` for a cancellation. */
  standing: Standing,
  billing: BillingStanding,
  ccb_status: z.enum(['0', '1']),
  payment_date: Instant,
})
export type IndividualPayment = z.infer<typeof IndividualPayment>

/** For staff; `returnWords` are the payer's. */
export const returnReasons = {
  funds: 'Not enough money in the account',
  account: 'Account closed, frozen or not found',
  stopped: 'Stopped by the account holder',
  unauthorized: 'Not authorized, says the account holder',
  terms: 'Not as agreed: another amount or day',
  company: 'Business account that blocks our debits',
  person: 'Account holder died',
  other: 'Another reason',
} as const satisfies Record<ReturnReason, string>

/** What is known of a payment from a bank account beside its row. */
export const BankPayment = z.object({
  holder: z.string(),
  /** When the holder authorized the debit; null for AutoPay, whose agreement says so. */
  authorizedAt: Instant.nullable(),
  /** The bank has answered by then; null until the debit was sent. */
  answersBy: Instant.nullable(),
  returned: z.object({ reason: ReturnReason, code: z.string().nullable() }).nullable(),
  /** What the payer reads of it. */
  outcome: CheckoutOutcome,
})
export type BankPayment = z.infer<typeof BankPayment>

export const readIndividualPayments = call({
  method: 'GET',
  path: '/api/v1/get-individual/:id',
  group: 'admin',
  summary: 'The accounts of a payment (A§7)',
  access,
  params: z.object({ id: RowId }),
  /** `bank` is ours; null for a card. */
  reply: z.object({ result: z.object({ data: z.array(IndividualPayment), bank: BankPayment.nullable() }) }),
  problems: {},
})

/** What the seven entries of a transaction log are called (A§3), in the order they happen. */
export const logEntries = {
  save_over_all_transaction: 'Payment saved',
  save_individual_transation: 'Account payments saved',
  payeezy_response: 'Gateway',
  save_ccb_response: 'Billing system',
  email_response: 'Confirmation email',
  update_over_all_transaction: 'Payment updated',
  update_individual_transaction: 'Account payments updated',
} as const

/** How the line of a transaction log begins when the card call returned nothing (A§8). */
export const cardCallFailed = 'PayEezy Failed'

const LogLine = z.object({ at: Instant, text: z.string() })

/** A§3 Transaction log, with the specification's seven names. */
export const TransactionLog = z.object({
  overallId: z.number().int(),
  save_over_all_transaction: z.array(LogLine),
  save_individual_transation: z.array(LogLine),
  payeezy_response: z.array(LogLine),
  save_ccb_response: z.array(LogLine),
  email_response: z.array(LogLine),
  update_over_all_transaction: z.array(LogLine),
  update_individual_transaction: z.array(LogLine),
})
export type TransactionLog = z.infer<typeof TransactionLog>

export const searchTransactionLogs = call({
  method: 'POST',
  path: '/api/v1/search-transaction-logs',
  group: 'admin',
  summary: 'The transaction log of a payment (A§7)',
  access,
  body: z.object({
    overallId: RowId,
    pay_date_start: TypedDate,
    pay_date_end: TypedDate,
  }),
  reply: z.object({ result: z.array(TransactionLog) }),
  problems: {},
})

/** A§9. */
export const historyRows = 18

const AccountRequest = z.object({ accountId: AccountNumber })

export const readWebPayments = call({
  method: 'POST',
  path: '/api/v1/user-payment-history',
  group: 'admin',
  summary: 'The newest web payments of an account (A§7)',
  access,
  body: AccountRequest,
  reply: z.object({
    result: z.array(
      z.object({
        payment_date: Instant,
        username: z.string(),
        receipt_num: z.string(),
        transaction_tag: z.string(),
        status: z.enum(paymentStatuses),
        standing: Standing,
        amount: DecimalAmount,
      }),
    ),
  }),
  problems: {},
})

export const readBillingPayments = call({
  method: 'POST',
  path: '/api/v1/user-payment-history-ccb',
  group: 'admin',
  summary: 'The newest payments of an account in the billing system (A§7)',
  access,
  body: AccountRequest,
  reply: z.object({
    result: z.array(
      z.object({
        ArrearsDate: CalendarDate,
        /** PS is a payment, anything else an adjustment. */
        FinancialTransactionType: z.string(),
        TotalAmount: DecimalAmount,
      }),
    ),
  }),
  problems: {},
})

export const ReceiptAddress = ConfirmationEmail.refine((email) => email !== '', cardMessages.email)

export const sendReceipt = call({
  method: 'POST',
  path: '/api/v1/send-receipt',
  group: 'admin',
  summary: 'Resend a payment’s receipt by email (docs/payments.md)',
  access,
  body: z.object({
    id: z.number().int().positive(),
    email: ReceiptAddress,
  }),
  reply: z.object({ result: z.object({ status: z.literal('Success') }) }),
  problems: { 'no-receipt': { status: 409, title: 'No receipt: this payment was not charged, or it was refunded.' } },
})

/** Whom callers ask to cancel a bank payment. */
export const cancelLevels = [...exceptionLevels, ...refundAskLevels] as const

/** For a payer who calls: an attempt with an answer, never a promise. */
export const cancelForPayer = call({
  method: 'POST',
  path: '/api/v1/cancel-bank-payment',
  group: 'admin',
  summary: 'Cancel a payment from a bank account for its payer, until the bank has it (docs/payments.md)',
  access: { admin: cancelLevels },
  body: z.object({ id: z.number().int().positive() }),
  reply: z.object({ result: z.object({ status: z.literal('Success') }) }),
  problems: {
    'payment-not-found': { status: 404, title: 'Payment not found.' },
    'too-late': {
      status: 409,
      title: 'It’s too late to cancel. The bank has the payment. Once it is paid, finance can refund it.',
    },
    'bank-service-down': cancelBankPayment.problems['bank-service-down'],
  },
})
