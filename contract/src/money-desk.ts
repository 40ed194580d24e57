import { z } from 'zod'
import { moneyDeskLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { CardBrand } from './card.ts'
import { CalendarDate, Instant } from './dates.ts'
import { type DiscrepancyKind, discrepancyKinds } from './discrepancies.ts'
import { GiveBackRequest } from './give-back-request.ts'
import { AccountNumber, RowId, WholeNumber, receiptPattern } from './ids.ts'
import {
  type AttentionReason,
  type BillingStanding,
  type PaymentMove,
  attentionReasons,
  billingStandings,
  longestReason,
  moneyDeskTexts,
  paymentMoves,
} from './money-desk-texts.ts'
import { DecimalAmount } from './money.ts'
import { paymentModes } from './payments.ts'
import { type PaymentStanding, paymentStandings } from './reports-texts.ts'
import { bareNumber, plainDigits, tooLong } from './text.ts'

const access = { admin: moneyDeskLevels } as const

/** Rows on a page of the desk. */
export const moneyDeskPageSize = 30

/** Why something is done, or what proves it. It is kept forever, so it must not contain anything like a card number. */
export const Why = z
  .string()
  .trim()
  .min(3, moneyDeskTexts.reason)
  .max(longestReason, tooLong(longestReason))
  .refine((text) => !/\d{13}/.test(bareNumber(text)), moneyDeskTexts.longNumber)

const names = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name)))

/** A payment that needs a person. */
export const AttentionPayment = z.object({
  /** The overall payment's key, as in the reports. */
  id: z.number().int(),
  reasons: z.array(names<AttentionReason>(attentionReasons)),
  /** When the card was sent to be charged. */
  paidAt: Instant,
  amount: DecimalAmount,
  /** The first account; `accountCount` says how many there are. */
  accountId: AccountNumber,
  accountCount: z.number().int(),
  /** `W-{tag}`; empty unless the card was charged. */
  receipt: z.string(),
  brand: CardBrand,
  lastFour: z.string(),
  mode: z.enum(paymentModes),
})
export type AttentionPayment = z.infer<typeof AttentionPayment>

/** Something on which the daily reconciliation found that the books disagree (docs/operations.md). */
export const OpenDiscrepancy = z.object({
  id: z.number().int(),
  day: CalendarDate,
  kind: names<DiscrepancyKind>(discrepancyKinds),
  /** The receipt, our reference, or the gateway's tag. */
  subject: z.string(),
  /** The amount in each book; null when the book has none. */
  gateway: DecimalAmount.nullable(),
  portal: DecimalAmount.nullable(),
  billing: DecimalAmount.nullable(),
  detail: z.string(),
  firstSeenAt: Instant,
  /** The payment it is about, when the portal knows one. */
  paymentId: z.number().int().nullable(),
})
export type OpenDiscrepancy = z.infer<typeof OpenDiscrepancy>

/** One payment with everything a person needs to settle it. Its history is `searchTransactionLogs` of the reports. */
export const DeskPayment = AttentionPayment.extend({
  standing: names<PaymentStanding>(paymentStandings),
  /** Our own reference, by which the gateway's console finds the charge. */
  reference: z.string(),
  accounts: z.array(
    z.object({
      accountId: AccountNumber,
      amount: DecimalAmount,
      receipt: z.string(),
      billing: names<BillingStanding>(billingStandings),
      /** The billing system's last answer; empty when there was none. */
      said: z.string(),
    }),
  ),
  /** What can be done about it now. */
  moves: z.array(names<PaymentMove>(paymentMoves)),
  /** The newest first. */
  giveBacks: z.array(GiveBackRequest),
  /** The discrepancies about this payment, the oldest first, one page at most. */
  discrepancies: z.array(OpenDiscrepancy),
})
export type DeskPayment = z.infer<typeof DeskPayment>

const After = z.object({
  /** The id of the last row of the page before. */
  after: WholeNumber.default(0),
})

/** `GET /api/v1/money-desk/payments`: payments that need a person, the oldest first, a page at a time. */
export const listAttention = call({
  method: 'GET',
  path: '/api/v1/money-desk/payments',
  group: 'admin',
  summary: 'Payments that need a person, oldest first',
  access,
  query: After,
  reply: z.object({ payments: z.array(AttentionPayment), hasMore: z.boolean() }),
  problems: {},
})

/** `GET /api/v1/money-desk/discrepancies`: the open discrepancies, the oldest first, a page at a time. */
export const listDiscrepancies = call({
  method: 'GET',
  path: '/api/v1/money-desk/discrepancies',
  group: 'admin',
  summary: 'Open discrepancies of the daily reconciliation, oldest first',
  access,
  query: After,
  reply: z.object({ discrepancies: z.array(OpenDiscrepancy), hasMore: z.boolean() }),
  problems: {},
})

const noSuchPayment = { 'no-such-payment': { status: 404, title: 'There is no such payment.' } } as const
/** A person's word about a payment against that of the gateway. `detail` says what the gateway lists. */
const gatewayDisagrees = {
  'gateway-disagrees': { status: 409, title: 'The card gateway says otherwise. Nothing was settled.' },
} as const

const tagTaken = { 'tag-taken': { status: 409, title: 'Another payment has this transaction tag.' } } as const

const OnePayment = z.object({ id: RowId })

/** `GET /api/v1/money-desk/payments/{id}`: any payment, even one that needs no attention. */
export const readDeskPayment = call({
  method: 'GET',
  path: '/api/v1/money-desk/payments/:id',
  group: 'admin',
  summary: 'One payment with what can be done about it',
  access,
  params: OnePayment,
  reply: DeskPayment,
  problems: noSuchPayment,
})

/** How to find a payment: by its receipt number, such as `W-123`, in upper or lower case. */
export const PaymentToFind = z.object({
  receipt: z.string().overwrite(plainDigits).trim().toUpperCase().regex(receiptPattern, moneyDeskTexts.receipt),
})

/** `POST /api/v1/money-desk/find`: the payment with a receipt number, to give it back. */
export const findDeskPayment = call({
  method: 'POST',
  path: '/api/v1/money-desk/find',
  group: 'admin',
  summary: 'The payment with a receipt number',
  access,
  body: PaymentToFind,
  reply: z.object({ id: z.number().int() }),
  problems: { 'no-such-payment': { status: 404, title: 'No payment has this receipt number.' } },
})

const notNow = {
  'not-now': { status: 409, title: 'This cannot be done any more: the payment has moved on. Please look at it again.' },
} as const

/**
 * As the gateway's console shows it. A tag is a number, so one with a leading zero would name the same charge and is
 * refused.
 */
const TransactionTag = z
  .string()
  .overwrite(plainDigits)
  .trim()
  .regex(/^[1-9]\d{0,9}$/, moneyDeskTexts.tag)

/** What to do about a payment. Who asks, and why, is kept. */
export const MoveOfPayment = z.discriminatedUnion('move', [
  z.object({ move: z.enum(['lookAgain', 'retryBilling', 'sendAgain', 'closeGiveBack', 'askGiveBack']), why: Why }),
  z.object({ move: z.literal('settleNotCharged'), why: Why }),
  z.object({
    move: z.literal('settleCharged'),
    why: Why,
    tag: TransactionTag,
    authorization: z
      .string()
      .overwrite(plainDigits)
      .trim()
      .regex(/^[0-9A-Za-z]{1,8}$/, moneyDeskTexts.authorization),
  }),
  /** `tag` is that of the charge; a payment may have had two charges. */
  z.object({ move: z.literal('askWasGivenBack'), why: Why, tag: TransactionTag }),
])

/**
 * `POST /api/v1/money-desk/payments/{id}/move`: makes one move, if the payment's state allows it. Settling a payment
 * asks the gateway first, which takes up to half a minute; when it cannot say what became of the payment, the reply has
 * an open request for a second person instead.
 */
export const movePayment = call({
  method: 'POST',
  path: '/api/v1/money-desk/payments/:id/move',
  group: 'admin',
  summary: 'Looks again, tells the billing system again, settles with evidence, or asks for a payment to be given back',
  access,
  params: OnePayment,
  body: MoveOfPayment,
  reply: DeskPayment,
  problems: {
    ...noSuchPayment,
    ...notNow,
    ...tagTaken,
    ...gatewayDisagrees,
    'nothing-refused': {
      status: 409,
      title: 'No charge of this payment that the card network refused to give back has this transaction tag.',
    },
  },
})

/**
 * `POST /api/v1/money-desk/give-backs/{id}`: a second person agrees to give a payment back or to settle it, or anybody
 * refuses. Before a payment is settled, the gateway is asked again, which takes up to half a minute.
 */
export const decideGiveBack = call({
  method: 'POST',
  path: '/api/v1/money-desk/give-backs/:id',
  group: 'admin',
  summary: 'Approves or rejects a request about a payment; nobody approves what they asked for (docs/decisions/020)',
  access,
  params: OnePayment,
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('approve') }),
    z.object({ decision: z.literal('reject'), why: Why }),
  ]),
  reply: DeskPayment,
  problems: {
    ...notNow,
    ...tagTaken,
    ...gatewayDisagrees,
    'no-such-request': { status: 404, title: 'There is no such request.' },
    'own-request': { status: 409, title: 'Somebody else has to approve what you have asked for.' },
    'one-hand': {
      status: 409,
      title:
        'In the last 24 hours, one of you two has changed the login of the other, or somebody has changed both. Another person has to approve this.',
    },
    'still-posting': {
      status: 409,
      title: 'The billing system has not answered about this payment yet. Please try again in a minute.',
    },
  },
})

/** `POST /api/v1/money-desk/discrepancies/{id}/settle`: takes a discrepancy off the desk. The evidence is kept. */
export const settleDiscrepancy = call({
  method: 'POST',
  path: '/api/v1/money-desk/discrepancies/:id/settle',
  group: 'admin',
  summary: 'Marks a discrepancy as settled, with evidence',
  access,
  params: OnePayment,
  body: z.object({ evidence: Why }),
  reply: z.object({ settled: z.literal(true) }),
  problems: { 'not-open': { status: 409, title: 'Somebody has settled this already.' } },
})
