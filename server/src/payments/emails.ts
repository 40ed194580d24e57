import { maskCardNumber } from '@portal/contract/card'
import { type Instant, formatInstant, later } from '@portal/contract/dates'
import { formatCents } from '@portal/contract/money'
import { pagePaths } from '@portal/contract/paths'
import { receiptNumber, wholeReceipt } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import type { GatewayReply } from '../adapters/card-gateway/port.ts'
import type { ReversalCause } from '../database/tables/payments.ts'
import type { EmailContent, EmailPart } from '../foundation/messages/email-layout.ts'
import { type NewEmail, keyOfEmail, writeEmail } from '../foundation/messages/outbox.ts'
import type { StoredCheckout } from './checkout.ts'
import type { LeasedReversal } from './records/reversals.ts'

/** The email kind of a receipt. */
export const receiptKind = 'payment-confirmation'

/** How long the confirmation waits for an address from a payer who gave none before the charge, in milliseconds. */
const addressGrace = 2 * 60_000

/**
 * The confirmation of a payment (A§4, C§4): a receipt by mail. Null when the payer gave no address.
 * @param now when it became known that the card was charged.
 */
export function receiptEmail(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  reply: Pick<GatewayReply, 'tag' | 'authorization'>,
  now: Instant,
): NewEmail | null {
  const tag = reply.tag ?? ''
  const receipt = wholeReceipt(tag)
  const confirmation = email(profile, checkout, {
    kind: receiptKind,
    subject: `Payment received: receipt ${receipt}`,
    heading: 'Thank you for your payment',
    parts: [
      { kind: 'paragraph', text: 'We received your payment. This is your receipt.' },
      {
        kind: 'details',
        rows: [
          ['Receipt number', receipt],
          ['For', profile.paymentDescription],
          ['Amount', dollars(checkout.amount)],
          ['Card', `${checkout.attempt.brand} ${maskCardNumber(checkout.attempt.lastFour)}`],
          ['Cardholder', checkout.attempt.cardHolder],
          ['Date and time', formatInstant(profile.timeZone, checkout.attempt.sentAt)],
          ['Authorization number', reply.authorization ?? ''],
          ['Reference number', checkout.attempt.reference],
        ],
      },
      accountsPaid(checkout, (ordinal) => receiptNumber(tag, ordinal, checkout.items.length)),
      { kind: 'paragraph', text: profile.refundPolicy },
    ],
  })
  if (!confirmation || !checkout.awaitsAddress) return confirmation
  return { ...confirmation, notBefore: later(now, addressGrace) }
}

/**
 * The confirmation of a payment that was made, written from the records, to an address given later. Null for any other
 * payment.
 */
export function receiptTo(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  confirmationEmail: string,
): NewEmail | null {
  const { attempt, decidedAt, state } = checkout
  if (state !== 'PAID' || decidedAt === null) return null
  const addressed = { ...checkout, confirmationEmail, awaitsAddress: false }
  const reply = { tag: attempt.transactionTag, authorization: attempt.authorizationNumber }
  return receiptEmail(profile, addressed, reply, decidedAt)
}

/** The dedupe key of a checkout's confirmation in the outbox. */
export function receiptKey(checkout: Pick<StoredCheckout, 'publicId'>): string {
  return emailKey(receiptKind, checkout)
}

/**
 * For a payer who had to wait: nothing was charged, and the bill is still open.
 * @param publicUrl the address of the portal's pages, for the link to pay again
 */
export function notPaidEmail(profile: UtilityProfile, checkout: StoredCheckout, publicUrl: string): NewEmail | null {
  return email(profile, checkout, {
    kind: 'payment-not-made',
    subject: 'Your payment was not made',
    heading: 'Your card was not charged',
    parts: [
      {
        kind: 'paragraph',
        text: `We could not tell at first whether your payment went through. Now we know: it did not, and your card was not charged. ${inNumber(checkout, stillOpen)}`,
      },
      payAgain(publicUrl),
      reference(checkout),
      accountsPaid(checkout, null),
    ],
  })
}

/** For a payer whose charge the gateway reversed by itself: the bill is still open. @param publicUrl as above */
export function reversedByGatewayEmail(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  publicUrl: string,
): NewEmail | null {
  return reversed(profile, checkout, 'gateway', [payAgain(publicUrl)])
}

const onStatement = 'The charge may show on your card statement for a few days.'

/** For a payer whose payment we reversed. */
export function reversedEmail(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  cause: Exclude<keyof typeof reversedTexts, 'gateway'>,
): NewEmail | null {
  return reversed(profile, checkout, cause, [])
}

function reversed(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  cause: keyof typeof reversedTexts,
  next: readonly EmailPart[],
): NewEmail | null {
  const [happened, consequence] = reversedTexts[cause]
  return email(profile, checkout, {
    kind: 'payment-reversed',
    subject: 'Your payment was reversed',
    heading: 'Your payment was reversed',
    parts: [
      {
        kind: 'paragraph',
        text: `${happened} ${inNumber(checkout, consequence)} ${onStatement}`,
      },
      ...next,
      reference(checkout),
      accountsPaid(checkout, null),
    ],
  })
}

/**
 * For a payer whose card was charged more than once for one payment. There is one email for each charge that was
 * reversed.
 */
export function chargedTwiceEmail(profile: UtilityProfile, checkout: StoredCheckout, tag: string): NewEmail | null {
  const text = `Your card was charged twice for one payment, so we gave one of the charges back. ${onStatement}`
  const chargedTwice = email(profile, checkout, {
    kind: 'payment-charged-twice',
    subject: 'A second charge was given back',
    heading: 'We gave a second charge back',
    parts: [{ kind: 'paragraph', text }, reference(checkout), accountsPaid(checkout, null)],
  })
  return chargedTwice && { ...chargedTwice, dedupeKey: `${chargedTwice.dedupeKey}-${tag}` }
}

/** Null when there is no recipient. */
function email(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  said: Pick<NewEmail, 'kind' | 'subject'> & EmailContent,
): NewEmail | null {
  const { confirmationEmail: recipient } = checkout
  return recipient === null
    ? null
    : writeEmail(profile, { ...said, dedupeKey: emailKey(said.kind, checkout), recipient })
}

function emailKey(kind: string, { publicId }: Pick<StoredCheckout, 'publicId'>): string {
  return keyOfEmail(kind, publicId)
}

/** Pay Now needs no login, so the link serves every payer. */
function payAgain(publicUrl: string): EmailPart {
  return { kind: 'link', text: 'Pay again', address: `${publicUrl}${pagePaths.payNow}` }
}

function reference(checkout: StoredCheckout): EmailPart {
  return { kind: 'details', rows: [['Reference number', checkout.attempt.reference]] }
}

function accountsPaid(checkout: StoredCheckout, receiptOf: ((ordinal: number) => string) | null): EmailPart {
  return {
    kind: 'table',
    caption: receiptOf ? 'Accounts paid' : 'Accounts',
    columns: receiptOf ? ['Account', 'Receipt', 'Amount'] : ['Account', 'Amount'],
    rows: checkout.items.map((item) => [
      item.accountId,
      ...(receiptOf ? [receiptOf(item.ordinal)] : []),
      dollars(item.amount),
    ]),
  }
}

function dollars(amount: Parameters<typeof formatCents>[0]): string {
  return `$${formatCents(amount)} USD`
}

/** The email to the payer about a reversed charge, by its cause. */
export function reversalEmail(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  { cause, tag }: Pick<LeasedReversal, 'cause' | 'tag'>,
): NewEmail | null {
  return cause === 'secondCharge' ? chargedTwiceEmail(profile, checkout, tag) : reversedEmail(profile, checkout, cause)
}

/** A sentence about what a payment was for: one bill, or several. */
interface InNumber {
  readonly one: string
  readonly several: string
}

/** For a payment that charged nothing, or whose charge was given back at once. */
export const stillOpen: InNumber = {
  one: 'Your bill is still open and you can pay it again.',
  several: 'Your bills are still open and you can pay them again.',
}

/**
 * The sentences about a payment that was given back: what happened, depending on who gave it back and why, and then
 * what it means for the bills. The whole charge goes back, even when only one of several bills was paid in another way.
 */
export const reversedTexts = {
  gateway: [
    `Your card was charged, but the charge was given back by the card network before it was completed.`,
    stillOpen,
  ],
  paidOtherwise: [
    `We could not tell at first whether your payment went through.`,
    {
      one: `It did, but by then your bill had been paid in another way, so we gave the charge back.`,
      several: `It did, but by then at least one of the bills had been paid in another way, so we gave the whole charge back. Please look at what is still owed on each account before you pay again.`,
    },
  ],
  lateCharge: [
    `We told you that your card was not charged. It was charged after all, late, so we gave the charge back.`,
    {
      one: `If you have paid your bill since, that payment is not affected; otherwise your bill is still open.`,
      several: `If you have paid your bills since, those payments are not affected; otherwise your bills are still open.`,
    },
  ],
  refund: [
    `We gave your payment back to your card.`,
    { one: `The amount is open on your bill again.`, several: `The amounts are open on your bills again.` },
  ],
} as const satisfies Record<Exclude<ReversalCause, 'secondCharge'> | 'gateway', readonly [string, InNumber]>

/** The sentence for the number of bills that a payment was for. */
export function inNumber({ items }: Pick<StoredCheckout, 'items'>, { one, several }: InNumber): string {
  return items.length === 1 ? one : several
}
