import { z } from 'zod'
import { call } from './call.ts'
import { CardBrand, CardDetails, cardMessages, holdsNoCardNumber } from './card.ts'
import { Instant } from './dates.ts'
import { emailOrNothing } from './email.ts'
import { HumanCheckAnswer, humanCheckProblems } from './human-check.ts'
import { AccountNumber, CheckoutPublicId, ReceiptNumber, receiptPattern } from './ids.ts'
import { Cents, cents } from './money.ts'

/** One payment is from $1.00 to $99,999.99 (A§9, C§9). */
export const smallestPayment = cents(100)
export const largestPayment = cents(9_999_999)

/** A payment may cover this many accounts. */
export const mostAccountsPerPayment = 600

/** Payment method code and card charge of every posting (A§9). */
export const paymentMethodCode = 'PG001'
export const cardCharge = '0.00'

/** How a payment was taken (A§9). */
export const paymentModes = ['Online', 'Phoned-In'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** The status of one account's payment (A§4): saved until the card provider has answered. */
export const paymentStatuses = ['saved', 'PAID', 'DECLINED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** `SINGLE`, or `MULTI-n` for n accounts (A§9). */
export function countTag(accounts: number): string {
  return accounts === 1 ? 'SINGLE' : `MULTI-${accounts}`
}

/** `W-{tag}`: the receipt of a whole payment, however many accounts it covers (A§9, R1). */
export function wholeReceipt(transactionTag: string): string {
  return `W-${transactionTag}`
}

/**
 * The receipt of one account of a payment: that of the whole payment, with `-{n}` from 1 when it has several accounts
 * (R1).
 */
export function receiptNumber(transactionTag: string, ordinal: number, accounts: number): ReceiptNumber {
  const whole = wholeReceipt(transactionTag)
  return ReceiptNumber.parse(accounts === 1 ? whole : `${whole}-${ordinal}`)
}

/**
 * The tag of the payment that a receipt belongs to, that of the whole payment or of one account; null when the text is
 * no receipt.
 */
export function tagOfReceipt(receipt: string): string | null {
  return receiptPattern.exec(receipt)?.groups?.['tag'] ?? null
}

export const paymentTexts = {
  amount: 'Invalid Amount, must be $1.00 to $99999.99',
  accountTwice: 'Each account can be paid once per payment.',
  wait: 'Please wait...',
  processing: "Your payment is processing. Please don't close this page.",
  failed: 'Sorry, your payment did not go through. Please try again later.',
  approved: 'Approved - Thank you',
  notProcessed: 'Sorry, your payment was not processed.',
  tryLater: 'Please try again later.',
  contactUs: 'If you repeatedly see this message, complete your payment by contacting the utility directly.',
  beingConfirmed: 'Your payment is being confirmed.',
  doNotPayAgain: 'Do not pay again: we are confirming this payment with the card network and will settle it for you.',
  saveAsPdf: 'Save this as PDF file',
  goBack: 'Go Back',
} as const

/**
 * How a checkout stands, for the person who pays.
 * - `approved`: the card was charged; receipt numbers are final.
 * - `declined`: the card was not charged; `message` says why.
 * - `serverFailed`: the payment could not be attempted; the card was certainly not charged.
 * - `beingConfirmed`: nobody knows yet; the accounts stay held (R19).
 * - `reversed`: it was charged, and the charge is being given back, or has been.
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
  /** The bank's or our own sentence about the outcome. */
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

/** Where a confirmation is sent; empty for none. */
export const ConfirmationEmail = emailOrNothing(cardMessages.email).refine(holdsNoCardNumber, cardMessages.email)

/**
 * Where a confirmation is sent unless the payer says otherwise: the address on file. Null when there is none, or when
 * the form would refuse it, such as one with a long number: nobody must be kept from paying by the address on file.
 */
export function confirmationEmailOnFile(onFile: string | null): string | null {
  return ConfirmationEmail.safeParse(onFile ?? '').data || null
}

/** What a payer asks for: which accounts, how much on each, with which card. */
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
    title: 'Please find the account again before paying: we could not tell that it is the one you chose.',
  },
  'account-being-paid': {
    status: 409,
    title: 'A payment for this account is still being confirmed. Please do not pay again yet.',
  },
  /** Comes with `balances`. If the payer agrees, the same payment with those amounts as `amountDue` goes through. */
  'balance-changed': {
    status: 409,
    title: 'What is owed has changed since it was shown here. Nothing has been charged.',
  },
  /** Of two equal requests under way together, the other one: what it was told holds for both. */
  'repeat-refused': {
    status: 409,
    title: 'The same payment was refused a moment ago, and nothing has been charged. Please try again.',
  },
  /** Nobody hears this one: it is in the log. */
  'payer-left': { status: 409, title: 'The page was left before the payment began. Nothing has been charged.' },
  'account-not-payable': { status: 409, title: 'This account cannot be paid by card. Please call customer service.' },
  'same-key-other-content': {
    status: 422,
    title: 'This payment was already started with other details. Please look at its result before paying again.',
  },
} as const

/** Added to the refusal of a payment for several accounts that concerns only some of them. */
export function onlyAbout(accounts: readonly AccountNumber[]): string {
  const [numbers, them] = accounts.length === 1 ? ['account', 'it'] : ['accounts', 'them']
  return `This is about ${numbers} ${accounts.join(', ')}. Leave ${them} out to pay the rest.`
}

/**
 * `POST /api/v1/checkout` (R2): takes one card payment for one or many accounts, and runs the whole sequence on the
 * server. The same `Idempotency-Key` with the same content always answers with the same checkout and never charges
 * twice. With other content it is refused.
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

/** `GET /api/v1/checkout/{publicId}` (R2, R18): how a checkout stands, for the session that made it. Pages poll it. */
export const readCheckout = call({
  method: 'GET',
  path: '/api/v1/checkout/:publicId',
  group: 'pay-now',
  summary: 'How a checkout stands (R2, R18)',
  access: 'payer',
  isPassive: true,
  params: z.object({ publicId: CheckoutPublicId }),
  reply: Checkout,
  problems: {},
})

/**
 * `GET /api/v1/checkout?key=…`: the checkout this session started under an idempotency key, for a page that was
 * reloaded while its payment was under way (R18). `not-found` means that no payment was started under that key.
 */
export const findCheckout = call({
  method: 'GET',
  path: '/api/v1/checkout',
  group: 'pay-now',
  summary: 'The checkout started under an idempotency key (R18)',
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
 * name for a failed payment. A payment that is being confirmed or was given back has no receipt and has not failed: it
 * is named by its reference.
 * @param payment null for one that never reached the server
 */
export function receiptFileName(prefix: string, payment: NamedPayment | null): string {
  const hasFailed = payment === null || payment.outcome === 'serverFailed' || payment.outcome === 'declined'
  return `${prefix}-${hasFailed ? 'Failed-Transaction' : (payment.receiptNumber ?? payment.referenceNumber)}.pdf`
}
