import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { ApprovalRequest } from './approval-requests.ts'
import { BankAccountType } from './bank-accounts.ts'
import { call } from './call.ts'
import { CardBrand } from './card.ts'
import { Instant } from './dates.ts'
import { OpenDiscrepancy } from './discrepancies.ts'
import {
  type ExceptionAction,
  type ExceptionReason,
  type DisputeStatus,
  disputeStatuses,
  exceptionActions,
  exceptionReasons,
  exceptionsTexts,
} from './exceptions-texts.ts'
import { AccountNumber, RowId, WholeNumber, tagPattern } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { paymentModes } from './payments.ts'
import { Why } from './reason.ts'
import { BillingStanding, Standing } from './reports.ts'
import { isMistypedReceipt, mistypedReceipt, tagOfReceipt } from './short-number.ts'
import { plainDigits, typedName } from './text.ts'

const access = { admin: exceptionLevels } as const

export const exceptionsPageSize = 30

const names = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name)))

export const PaymentException = z.object({
  id: z.number().int(),
  reasons: z.array(names<ExceptionReason>(exceptionReasons)),
  paidAt: Instant,
  amount: DecimalAmount,
  accountId: AccountNumber,
  accountCount: z.number().int(),
  /** `W-{tag}`; empty unless the card was charged. */
  receipt: z.string(),
  /** Null for a bank account, whose other names are null for a card. */
  brand: CardBrand.nullable(),
  bankName: z.string().nullable(),
  bankAccountType: BankAccountType.nullable(),
  lastFour: z.string(),
  mode: z.enum(paymentModes),
})
export type PaymentException = z.infer<typeof PaymentException>

/** Its history is `searchTransactionLogs` of the reports. */
export const ExceptionDetails = PaymentException.extend({
  status: Standing,
  /** Ours; the gateway's console finds the charge by it. */
  reference: z.string(),
  accounts: z.array(
    z.object({
      accountId: AccountNumber,
      amount: DecimalAmount,
      receipt: z.string(),
      billing: BillingStanding,
      billingAnswer: z.string(),
    }),
  ),
  /** What the gateway says against a resolution; empty without doubt. */
  doubt: z.string(),
  /** The newest first. */
  disputes: z.array(
    z.object({
      id: z.number().int(),
      status: names<DisputeStatus>(disputeStatuses),
      /** May be less than the payment. */
      amount: DecimalAmount,
      /** In the gateway's words. */
      reason: z.string(),
      openedAt: Instant,
      evidenceDueAt: Instant.nullable(),
    }),
  ),
  actions: z.array(names<ExceptionAction>(exceptionActions)),
  /** The bank may still return it, so a refund needs `bankNotAsked`. */
  asksAboutBank: z.literal(true).optional(),
  approvalRequests: z.array(ApprovalRequest),
  /** The oldest first, one page at most. */
  discrepancies: z.array(OpenDiscrepancy),
})
export type ExceptionDetails = z.infer<typeof ExceptionDetails>

const After = z.object({
  after: WholeNumber.default(0),
})

export const listExceptions = call({
  method: 'GET',
  path: '/api/v1/exceptions/payments',
  group: 'admin',
  summary: 'Payment exceptions, oldest first (docs/payments.md)',
  access,
  query: After,
  reply: z.object({ payments: z.array(PaymentException), hasMore: z.boolean() }),
  problems: {},
})

export const paymentNotFound = { 'payment-not-found': { status: 404, title: 'Payment not found.' } } as const
const gatewayDisagrees = {
  'gateway-disagrees': { status: 409, title: 'The gateway does not agree. Nothing was resolved.' },
} as const

const gatewaySilent = {
  'gateway-silent': { status: 409, title: 'The gateway can’t confirm this now. Nothing was undone. Try again later.' },
} as const

const stillPosting = {
  'still-posting': {
    status: 409,
    title: 'This payment is still being posted. Try again in a minute.',
  },
} as const

const duplicateTag = {
  'duplicate-tag': { status: 409, title: 'Another payment already has this transaction tag.' },
} as const

export const OnePayment = z.object({ id: RowId })

export const readException = call({
  method: 'GET',
  path: '/api/v1/exceptions/payments/:id',
  group: 'admin',
  summary: 'A payment with the actions it allows (docs/payments.md)',
  access,
  params: OnePayment,
  reply: ExceptionDetails,
  problems: paymentNotFound,
})

/** By receipt number, such as `W-123`, as people type it. */
export const PaymentToFind = z.object({
  receipt: z
    .string()
    .overwrite(typedName)
    .refine((typed) => tagOfReceipt(typed) !== null, { error: exceptionsTexts.receipt, abort: true })
    .refine((typed) => !isMistypedReceipt(typed), mistypedReceipt),
})

export const findPayment = call({
  method: 'POST',
  path: '/api/v1/exceptions/find',
  group: 'admin',
  summary: 'Find a payment by receipt number (docs/payments.md)',
  access,
  body: PaymentToFind,
  reply: z.object({ id: z.number().int() }),
  problems: {
    'payment-not-found': {
      status: 404,
      title: 'No payment with this receipt number. Check the number on the receipt.',
    },
  },
})

export const stateChanged = {
  'state-changed': {
    status: 409,
    title: 'This payment has changed. Check its current status.',
  },
} as const

/** Only the server knows whether it has the form of that gateway's tags. */
export const TransactionTag = z
  .string()
  .overwrite((typed) => typedName(plainDigits(typed)))
  .regex(tagPattern, exceptionsTexts.tag)

export const AuthorizationNumber = z
  .string()
  .overwrite(plainDigits)
  .trim()
  .regex(/^[0-9A-Za-z]{1,8}$/, exceptionsTexts.authorization)

export const ActionRequest = z.discriminatedUnion('action', [
  z.object({
    action: z.enum([
      'inquire',
      'retryPosting',
      'retryReversal',
      'closeRefund',
      'closeDispute',
      'closeReturn',
      'keepResolution',
      'allowBank',
    ]),
    why: Why,
  }),
  z.object({ action: z.literal('requestRefund'), why: Why, bankNotAsked: z.boolean().optional() }),
  z.object({ action: z.literal('resolveNotCharged'), why: Why }),
  z.object({ action: z.literal('undoResolution'), why: Why }),
  z.object({
    action: z.literal('resolveCharged'),
    why: Why,
    tag: TransactionTag,
    authorization: AuthorizationNumber,
  }),
  /** That of the charge: a payment may have had two. */
  z.object({ action: z.literal('reportExternalRefund'), why: Why, tag: TransactionTag }),
])

/** Asks the gateway first, up to half a minute; if it cannot say, the reply has a request for a second person. */
export const actOnPayment = call({
  method: 'POST',
  path: '/api/v1/exceptions/payments/:id/actions',
  group: 'admin',
  summary:
    'Check the gateway, retry a posting or reversal, resolve with evidence, or request a refund (docs/payments.md)',
  access,
  params: OnePayment,
  body: ActionRequest,
  reply: ExceptionDetails,
  problems: {
    ...paymentNotFound,
    ...stateChanged,
    ...duplicateTag,
    ...gatewayDisagrees,
    ...gatewaySilent,
    'no-refused-reversal': {
      status: 409,
      title: 'This payment has no rejected reversal with this transaction tag.',
    },
  },
})

export const decideApprovalRequest = call({
  method: 'POST',
  path: '/api/v1/exceptions/approval-requests/:id',
  group: 'admin',
  summary: 'Approve or reject a request about a payment. Requesters can’t approve their own (docs/payments.md)',
  access,
  params: OnePayment,
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('approve') }),
    z.object({ decision: z.literal('reject'), why: Why }),
  ]),
  /** The payment is null when a charge is not to be recorded as one. */
  reply: z.object({ payment: ExceptionDetails.nullable() }),
  problems: {
    ...stateChanged,
    ...duplicateTag,
    ...gatewayDisagrees,
    ...gatewaySilent,
    'request-not-found': { status: 404, title: 'Request not found.' },
    'charge-known': { status: 409, title: 'A payment already has this charge. Reload the list.' },
    'account-held': {
      status: 409,
      title: 'One of the accounts has a payment under way. Try again when it is confirmed.',
    },
    'own-request': { status: 409, title: 'You can’t approve your own request.' },
    'same-person': {
      status: 409,
      title: exceptionsTexts.samePerson,
    },
    ...stillPosting,
  },
})
