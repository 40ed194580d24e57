import { maskCardNumber } from '@portal/contract/card'
import { type Instant, formatInstant, later } from '@portal/contract/dates'
import { formatCents } from '@portal/contract/money'
import { pagePaths } from '@portal/contract/paths'
import { receiptNumber, wholeReceipt } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import type { GatewayReply } from '../adapters/card-gateway/port.ts'
import type { ReversalCause } from '../database/tables/payments.ts'
import type { EmailContent, EmailPart, SaidText } from '../foundation/messages/email-layout.ts'
import { type NewEmail, keyOfEmail, writeEmail } from '../foundation/messages/outbox.ts'
import type { StoredCheckout } from './checkout.ts'
import type { LeasedReversal } from './records/reversals.ts'

/** Of a receipt. */
export const receiptTemplate = 'payment-confirmation'

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
    template: receiptTemplate,
    subject: { text: 'Payment receipt {receipt}', values: { receipt } },
    heading: { text: 'Thank you for your payment' },
    parts: [
      { kind: 'paragraph', text: 'We received your payment. Keep this email as your receipt.' },
      {
        kind: 'details',
        rows: [
          ['Receipt number', receipt],
          ['Description', profile.paymentDescription],
          ['Amount', dollars(checkout.amount)],
          ['Card', `${checkout.attempt.brand} ${maskCardNumber(checkout.attempt.lastFour)}`],
          ['Card holder name', checkout.attempt.cardHolder],
          ['Date and time', formatInstant(profile, checkout.attempt.sentAt)],
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
  return emailKey(receiptTemplate, checkout)
}

/**
 * For a payer who had to wait: nothing was charged, and the bill is still open.
 * @param publicUrl the address of the portal's pages, for the link to pay again
 */
export function notPaidEmail(profile: UtilityProfile, checkout: StoredCheckout, publicUrl: string): NewEmail | null {
  return email(profile, checkout, {
    template: 'payment-not-made',
    subject: { text: 'Your card was not charged' },
    heading: { text: 'Your card was not charged' },
    parts: [
      {
        kind: 'paragraph',
        text: 'Your payment on {when} did not go through, and your card was not charged.',
        values: { when: formatInstant(profile, checkout.attempt.sentAt) },
        next: [{ text: inNumber(checkout, stillOpen) }],
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

const onStatement = 'The charge may stay on your card statement for a few days.'

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
  const title = cause === 'gateway' ? 'Your payment was not completed' : 'Your payment was refunded'
  return email(profile, checkout, {
    template: 'payment-reversed',
    subject: { text: title },
    heading: { text: title },
    parts: [
      {
        kind: 'paragraph',
        text: inNumber(checkout, reversedTexts[cause]),
        next: [...(cause === 'gateway' ? [{ text: inNumber(checkout, stillOpen) }] : []), { text: onStatement }],
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
  const text = 'Your card was charged twice for one payment. We refunded one of the charges.'
  const chargedTwice = email(profile, checkout, {
    template: 'payment-charged-twice',
    subject: { text: 'We refunded a duplicate charge' },
    heading: { text: 'We refunded a duplicate charge' },
    parts: [
      { kind: 'paragraph', text, next: [{ text: onStatement }] },
      reference(checkout),
      accountsPaid(checkout, null),
    ],
  })
  return chargedTwice && { ...chargedTwice, dedupeKey: `${chargedTwice.dedupeKey}-${tag}` }
}

/** Null when there is no recipient. */
function email(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  said: Pick<NewEmail, 'template'> & EmailContent & { subject: SaidText },
): NewEmail | null {
  const { confirmationEmail: recipient } = checkout
  return recipient === null
    ? null
    : writeEmail(profile, { ...said, dedupeKey: emailKey(said.template, checkout), recipient })
}

function emailKey(template: string, { publicId }: Pick<StoredCheckout, 'publicId'>): string {
  return keyOfEmail(template, publicId)
}

/** Pay Now needs no login, so the link serves every payer. */
function payAgain(publicUrl: string): EmailPart {
  return { kind: 'link', text: 'Make a payment', address: `${publicUrl}${pagePaths.payNow}` }
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
  if (cause === 'secondCharge') return chargedTwiceEmail(profile, checkout, tag)
  return reversedEmail(profile, checkout, cause === 'returned' ? 'refund' : cause)
}

/** A sentence about what a payment was for: one bill, or several. */
interface InNumber {
  readonly one: string
  readonly several: string
}

/** For a payment that charged nothing, or whose charge the gateway reversed. */
export const stillOpen: InNumber = {
  one: 'Your bill is still unpaid. You can pay it now.',
  several: 'Your bills are still unpaid. You can pay them now.',
}

/**
 * What the payer reads about a reversed payment, by cause. The whole charge is reversed, even when only one of several
 * bills was paid another way.
 */
export const reversedTexts = {
  gateway: {
    one: 'The card processor reversed your payment before it was completed, so you paid nothing.',
    several: 'The card processor reversed your payment before it was completed, so you paid nothing.',
  },
  paidOtherwise: {
    one: 'Your payment went through later than expected. Your bill had already been paid another way, so we refunded this payment.',
    several:
      'Your payment went through later than expected. At least one of the bills had already been paid another way, so we refunded the whole payment. Check each account’s balance before you pay again.',
  },
  lateCharge: {
    one: 'We told you that your card was not charged. The charge went through late, so we refunded it. If you’ve paid your bill since, that payment counts. If not, your bill is still unpaid.',
    several:
      'We told you that your card was not charged. The charge went through late, so we refunded it. If you’ve paid your bills since, those payments count. If not, your bills are still unpaid.',
  },
  refund: {
    one: 'We refunded your payment to your card. Your bill is unpaid again.',
    several: 'We refunded your payment to your card. Your bills are unpaid again.',
  },
} as const satisfies Record<Exclude<ReversalCause, 'secondCharge' | 'returned'> | 'gateway', InNumber>

/** The sentence for the number of bills that a payment was for. */
export function inNumber({ items }: Pick<StoredCheckout, 'items'>, { one, several }: InNumber): string {
  return items.length === 1 ? one : several
}
