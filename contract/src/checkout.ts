import { z } from 'zod'
import { call } from './call.ts'
import { CardBrand, CardDetails } from './card.ts'
import { Instant } from './dates.ts'
import { HumanCheckAnswer, humanCheckProblems } from './human-check.ts'
import { AccountNumber, CheckoutPublicId, ReceiptNumber } from './ids.ts'
import { Cents } from './money.ts'
import { ConfirmationEmail, mostAccountsPerPayment, paymentTexts } from './payments.ts'

/**
 * How a checkout stands, for the person who pays.
 * - `approved`: the card was charged; receipt numbers are final.
 * - `declined`: the card was not charged; `message` says why.
 * - `serverFailed`: the payment could not be attempted; the card was certainly not charged.
 * - `beingConfirmed`: nobody knows yet; the accounts stay held (R19).
 * - `reversed`: it was charged, and the charge is being reversed, or has been.
 */
export const CheckoutOutcome = z.enum(['approved', 'declined', 'serverFailed', 'beingConfirmed', 'reversed'])
export type CheckoutOutcome = z.infer<typeof CheckoutOutcome>

/** Whether it is certain that nothing was charged, so that the next step is another try. */
export function mayBeTriedAgain(outcome: CheckoutOutcome): boolean {
  return outcome === 'declined' || outcome === 'serverFailed'
}

/** A checkout as its payer may see it. Holds the last four digits of the card and nothing else of it. */
export const Checkout = z.object({
  publicId: CheckoutPublicId,
  outcome: CheckoutOutcome,
  amount: Cents,
  currency: z.literal('USD'),
  cardBrand: CardBrand,
  cardHolderName: z.string(),
  /** `############1111` */
  maskedCardNumber: z.string(),
  /** When the charge was sent: the date and time of the payment, however late its outcome became known. */
  startedAt: Instant,
  /** When the outcome became known; null while it is being confirmed. */
  decidedAt: Instant.nullable(),
  /** Our own reference, also sent to the gateway; payers quote it on the phone. */
  referenceNumber: z.string(),
  authorizationNumber: z.string().nullable(),
  transactionTag: z.string().nullable(),
  message: z.string().nullable(),
  /** `W-{tag}` of the whole payment; null unless approved. */
  receiptNumber: z.string().nullable(),
  confirmationEmail: z.string().nullable(),
  accounts: z.array(
    z.object({
      accountId: AccountNumber,
      serviceLocation: z.string(),
      amount: Cents,
      receiptNumber: ReceiptNumber.nullable(),
      /** Whether the billing system has recorded it; it follows within minutes of the approval. */
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
        /**
         * The amount that the payer was shown as owed, below zero for a credit. When it has changed since, nothing is
         * charged and the payer is told first (`balance-changed`). When it is left out, what this session was last shown
         * counts (docs/decisions/021).
         */
        amountDue: Cents.optional(),
      }),
    )
    .min(1)
    .max(mostAccountsPerPayment),
  card: CardDetails,
  /** Left out: the first account's e-mail; empty: no e-mail. */
  confirmationEmail: ConfirmationEmail.optional(),
  humanCheck: HumanCheckAnswer,
})
export type CheckoutRequest = z.output<typeof CheckoutRequest>

/** Refusals of a checkout: in each of them, this call charged no card. */
export const checkoutProblems = {
  ...humanCheckProblems,
  'account-not-open': {
    status: 403,
    title: 'Your card was not charged. Find the account again before you pay.',
  },
  'account-being-paid': {
    status: 409,
    title: 'Do not pay again yet. A payment for this account is still being confirmed.',
  },
  /** Comes with `balances`. If the payer agrees, the same payment with those amounts as `amountDue` goes through. */
  'balance-changed': {
    status: 409,
    title: 'Your card was not charged. The balance has changed since this page loaded.',
  },
  /** Of two equal requests under way together, the other one: what it was told holds for both. */
  'repeat-refused': {
    status: 409,
    title: 'Your card was not charged. The same payment failed a moment ago. Try again.',
  },
  /** Nobody hears this one: it is in the log. */
  'payer-left': { status: 409, title: 'Your card was not charged. The page was closed before the payment started.' },
  'account-not-payable': { status: 409, title: 'This account can’t be paid by card. Call customer service.' },
  'idempotency-key-reused': {
    status: 422,
    title: 'You already started this payment with different details. Check its result before you pay again.',
  },
} as const

/** Added to the refusal of a payment for several accounts that concerns only some of them. */
export function onlyAbout(accounts: readonly AccountNumber[]): string {
  const [first = '', ...more] = accounts
  if (more.length === 0) return `This applies to account ${first}. To pay the others, remove it.`
  return `This applies to accounts ${new Intl.ListFormat('en-US').format(accounts)}. To pay the others, remove them.`
}

/**
 * The same `Idempotency-Key` with the same content always answers with the same checkout and never charges twice.
 * With other content it is refused.
 */
export const startCheckout = call({
  method: 'POST',
  path: '/api/v1/checkout',
  group: 'pay-now',
  summary: 'Pay one or many accounts with one card payment (A§4, C§4, R2)',
  access: 'payer',
  headers: z.object({ 'idempotency-key': z.uuid() }),
  body: CheckoutRequest,
  reply: Checkout,
  problems: checkoutProblems,
})

/** Pages poll it. */
export const readCheckout = call({
  method: 'GET',
  path: '/api/v1/checkout/:publicId',
  group: 'pay-now',
  summary: 'The status of a checkout (R2, R18)',
  access: 'payer',
  isPassive: true,
  params: z.object({ publicId: CheckoutPublicId }),
  reply: Checkout,
  problems: {},
})

/** `not-found` means that no payment was started under that key (R18). */
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

/** The parts of a checkout that name its file. */
type NamedPayment = Pick<Checkout, 'outcome' | 'receiptNumber' | 'referenceNumber'>

/**
 * The name of the file that 'Save this as PDF file' makes (C§9): the product's prefix with the receipt number, or the
 * name for a failed payment. A payment that is being confirmed or was reversed has no receipt and has not failed: it
 * is named by its reference.
 * @param payment null for one that never reached the server
 */
export function receiptFileName(prefix: string, payment: NamedPayment | null): string {
  const hasFailed = payment === null || payment.outcome === 'serverFailed' || payment.outcome === 'declined'
  return `${prefix}-${hasFailed ? 'Failed-Transaction' : (payment.receiptNumber ?? payment.referenceNumber)}.pdf`
}
