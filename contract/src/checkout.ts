import { z } from 'zod'
import { BankAccount, BankToken, DepositKind, longestAuthorization, ReturnReason } from './bank-accounts.ts'
import { call } from './call.ts'
import { CardBrand, CardDetails, CardToken } from './card.ts'
import { checkoutProblems } from './checkout-problems.ts'
import { Instant } from './dates.ts'
import { HumanCheckAnswer } from './human-check.ts'
import { AccountNumber, CheckoutPublicId, ReceiptNumber, RowId } from './ids.ts'
import { Cents, noCents } from './money.ts'
import { ConfirmationEmail, mostAccountsPerPayment, paymentTexts, quotedNumber } from './payments.ts'

/**
 * `beingConfirmed`: nobody knows yet, accounts stay held (R19). `serverFailed`: certainly not charged. `reversed`: to be
 * refunded; `refunded`: the gateway has confirmed it. Of bank accounts: `verifying`, until the payer has said what small
 * deposits were; `submitted`, until the bank has answered in some days; `returned` by it.
 */
export const CheckoutOutcome = z.enum([
  'approved',
  'declined',
  'serverFailed',
  'beingConfirmed',
  'reversed',
  'refunded',
  'verifying',
  'submitted',
  'returned',
])
export type CheckoutOutcome = z.infer<typeof CheckoutOutcome>

export function mayBeTriedAgain(outcome: CheckoutOutcome): boolean {
  return outcome === 'declined' || outcome === 'serverFailed' || outcome === 'returned'
}

export const Checkout = z.object({
  publicId: CheckoutPublicId,
  outcome: CheckoutOutcome,
  /** Of the bills; the charge is this and the fee. */
  amount: Cents,
  fee: Cents,
  currency: z.literal('USD'),
  /** Null for a bank account. */
  cardBrand: CardBrand.nullable(),
  /** Which the holder's name above belongs to. */
  bankAccount: BankAccount.nullable(),
  cardHolderName: z.string(),
  maskedCardNumber: z.string(),
  /** When the charge was sent: the payment's date and time. */
  startedAt: Instant,
  /** Null while it is being confirmed. */
  decidedAt: Instant.nullable(),
  /** Ours, also sent to the gateway; payers quote it on the phone. */
  referenceNumber: z.string(),
  authorizationNumber: z.string().nullable(),
  transactionTag: z.string().nullable(),
  message: z.string().nullable(),
  /** Ours, where nobody can read out the tag: quoted on the phone, and the receipt is made of it. */
  shortNumber: z.string().nullable(),
  /** `W-{tag}`; null unless approved. */
  receiptNumber: z.string().nullable(),
  confirmationEmail: z.string().nullable(),
  /** Of a bank account: what the bank is about to do, or why it did not. */
  bank: z
    .object({
      /** When the debit began, reaches the account (about), and is answered by the bank: null until it is verified. */
      submittedAt: Instant.nullable(),
      debitsAbout: Instant.nullable(),
      answersBy: Instant.nullable(),
      /** Whether balances are lower already, or only once the bank has paid. */
      isCredited: z.boolean(),
      deposits: z
        .object({ arriveOn: Instant, kind: DepositKind, answerBy: Instant, triesLeft: z.int().min(0) })
        .nullable(),
      returned: ReturnReason.nullable(),
    })
    .nullable(),
  accounts: z.array(
    z.object({
      accountId: AccountNumber,
      serviceLocation: z.string(),
      amount: Cents,
      receiptNumber: ReceiptNumber.nullable(),
      isPosted: z.boolean(),
    }),
  ),
})
export type Checkout = z.infer<typeof Checkout>

export const CheckoutRequest = z.object({
  accounts: z
    .array(
      z.object({
        accountId: AccountNumber,
        amount: Cents.refine((amount) => amount > 0, paymentTexts.amount),
        /** What the payer was shown (docs/decisions/021), negative for a credit. If it changed, nothing is charged. */
        amountDue: Cents.optional(),
      }),
    )
    .min(1)
    .max(mostAccountsPerPayment),
  /** Typed into a form of ours; otherwise `cardToken`, where the gateway has a frame of its own. */
  card: CardDetails.optional(),
  cardToken: CardToken.optional(),
  /** From a bank account instead of a card, where the gateway takes them. */
  bankToken: BankToken.optional(),
  /** With a bank account: the words that the payer was shown. If they are not today's, nothing is charged. */
  authorization: z.string().max(longestAuthorization).optional(),
  /** With a token, by a customer: the card is saved once the payment is approved, a bank account once its bank has paid. */
  saveMethod: z.boolean().optional(),
  /** One of the customer's saved cards instead. */
  savedMethod: RowId.optional(),
  /** The service fee that the payer was shown. If the rule has changed, nothing is charged. */
  fee: Cents.refine((fee) => fee >= 0, paymentTexts.amount).default(noCents),
  /** Left out: the first account's e-mail; empty: no e-mail. */
  confirmationEmail: ConfirmationEmail.optional(),
  /** The payer has read that bank payments of these accounts are on their way (`pendingPayment`). */
  payAnyway: z.boolean().optional(),
  humanCheck: HumanCheckAnswer,
})
export type CheckoutRequest = z.output<typeof CheckoutRequest>

/** The same `Idempotency-Key` and content always get the same checkout; other content is refused. */
export const startCheckout = call({
  method: 'POST',
  path: '/api/v1/checkout',
  group: 'pay-now',
  summary: 'Pay one or many accounts with one payment (A§4, C§4, R2)',
  access: 'payer',
  needsRightClock: true,
  headers: z.object({ 'idempotency-key': z.uuid() }),
  body: CheckoutRequest,
  reply: Checkout,
  problems: checkoutProblems,
})

export const readCheckout = call({
  method: 'GET',
  path: '/api/v1/checkout/:publicId',
  group: 'pay-now',
  summary: 'The status of a checkout (R2, R18)',
  access: 'visitor',
  isPassive: true,
  params: z.object({ publicId: CheckoutPublicId }),
  reply: Checkout,
  problems: {},
})

/** After a payment that is being confirmed: looks at the gateway at once, instead of when the next inquiry is due. */
export const continueCheckout = call({
  method: 'POST',
  path: '/api/v1/checkout/:publicId/continue',
  group: 'pay-now',
  summary: 'Go on with a payment that the payer confirms with the bank (3-D Secure, R36)',
  access: 'visitor',
  params: z.object({ publicId: CheckoutPublicId }),
  body: z.object({
    /** The payer takes another card: a payment that the bank has not confirmed is canceled at the gateway first. */
    isGivenUp: z.boolean().optional(),
  }),
  reply: z.object({
    checkout: Checkout,
    /** For the gateway's script in the page, which lets the payer confirm the payment; null when nothing is asked. */
    confirmation: z.string().nullable(),
  }),
  problems: {},
})

/** `not-found`: no payment was started under that key (R18). */
export const findCheckout = call({
  method: 'GET',
  path: '/api/v1/checkout',
  group: 'pay-now',
  summary: 'Find a checkout by its idempotency key (R18)',
  access: 'payer',
  isPassive: true,
  query: z.object({ key: z.uuid() }),
  reply: Checkout,
  problems: {},
})

type NamedPayment = Pick<Checkout, 'outcome' | 'receiptNumber' | 'referenceNumber'> & Parameters<typeof quotedNumber>[0]

/** For 'Save this as PDF file' (C§9): the receipt, the reference or the failed name. Null: never reached us. */
export function receiptFileName(prefix: string, payment: NamedPayment | null): string {
  const hasFailed = payment === null || payment.outcome === 'serverFailed' || payment.outcome === 'declined'
  if (hasFailed) return `${prefix}-Failed-Transaction.pdf`
  return `${prefix}-${payment.receiptNumber ?? quotedNumber(payment, payment.referenceNumber)}.pdf`
}
