import type { UtilityProfile } from '@portal/contract/utility'
import type { ReversalCause } from '../../database/tables/payments.ts'
import type { EmailPart } from '../../foundation/messages/email-layout.ts'
import { type NewEmail, keyOfRepeat } from '../../foundation/messages/outbox.ts'
import type { StoredCheckout } from '../checkout.ts'
import { type InNumber, accountsPaid, emailToPayer, inNumber, payAgain, referenceOf, stillOpen } from '../emails.ts'
import type { LeasedReversal } from '../records/reversals.ts'

/** The email to the payer about a reversed charge, by its cause. */
export function reversalEmail(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  { cause, tag, reference }: Pick<LeasedReversal, 'cause' | 'tag' | 'reference'>,
): NewEmail | null {
  if (cause === 'secondCharge') return chargedTwiceEmail(profile, checkout, tag)
  if (cause !== 'returned') return reversed(profile, checkout, cause, [])
  // The payer has had the email of the refund that the bank returned.
  const again = reversed(profile, checkout, 'refund', [])
  return again && { ...again, dedupeKey: `${keyOfRepeat(again.dedupeKey)}${reference}` }
}

/**
 * For a payer whose charge the gateway reversed by itself: the bill is still open.
 * @param publicUrl the address of the portal's pages, for the link to pay again
 */
export function reversedByGatewayEmail(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  publicUrl: string,
): NewEmail | null {
  return reversed(profile, checkout, 'gateway', [payAgain(publicUrl)])
}

const onStatement = 'The charge may stay on your card statement for a few days.'

const refundedTitle = 'Your payment was refunded'

const reversedTitles = {
  gateway: 'Your payment was not completed',
  paidOtherwise: refundedTitle,
  lateCharge: refundedTitle,
  refund: refundedTitle,
  dispute: 'Your payment was returned to you',
} as const satisfies Record<keyof typeof reversedTexts, string>

/** For a payer whose bank gave the payment back after a dispute: the bill is unpaid again. @param publicUrl as above */
export function disputeLostEmail(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  publicUrl: string,
): NewEmail | null {
  return reversed(profile, checkout, 'dispute', [payAgain(publicUrl)])
}

/** For a payer who was told of a refund that the card's bank then returned to us. */
export function refundReturnedEmail(profile: UtilityProfile, checkout: StoredCheckout, tag: string): NewEmail | null {
  const returned = emailToPayer(profile, checkout, {
    template: 'refund-returned',
    subject: { text: 'Your bank returned our refund' },
    heading: { text: 'Your bank returned our refund' },
    parts: [
      {
        kind: 'paragraph',
        text: 'Your bank did not accept our refund, so you do not have this money yet.',
        next: [{ text: 'We will send it again or contact you. You do not need to do anything.' }],
      },
      referenceOf(checkout),
      accountsPaid(checkout, null),
    ],
  })
  return returned && { ...returned, dedupeKey: `${returned.dedupeKey}-${tag}` }
}

function reversed(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  cause: keyof typeof reversedTexts,
  next: readonly EmailPart[],
): NewEmail | null {
  const title = reversedTitles[cause]
  return emailToPayer(profile, checkout, {
    template: 'payment-reversed',
    subject: { text: title },
    heading: { text: title },
    parts: [
      {
        kind: 'paragraph',
        text: inNumber(checkout, reversedTexts[cause]),
        next: [
          ...(cause === 'gateway' ? [{ text: inNumber(checkout, stillOpen) }] : []),
          ...(cause === 'dispute' ? [] : [{ text: onStatement }]),
        ],
      },
      ...next,
      referenceOf(checkout),
      accountsPaid(checkout, null),
    ],
  })
}

/**
 * For a payer whose card was charged more than once for one payment. There is one email for each charge that was
 * reversed.
 */
function chargedTwiceEmail(profile: UtilityProfile, checkout: StoredCheckout, tag: string): NewEmail | null {
  const text = 'Your card was charged twice for one payment. We refunded one of the charges.'
  const chargedTwice = emailToPayer(profile, checkout, {
    template: 'payment-charged-twice',
    subject: { text: 'We refunded a duplicate charge' },
    heading: { text: 'We refunded a duplicate charge' },
    parts: [
      { kind: 'paragraph', text, next: [{ text: onStatement }] },
      referenceOf(checkout),
      accountsPaid(checkout, null),
    ],
  })
  return chargedTwice && { ...chargedTwice, dedupeKey: `${chargedTwice.dedupeKey}-${tag}` }
}

/**
 * What the payer reads about a reversed payment, by cause. The whole charge is reversed, even when only one of several
 * bills was paid another way.
 */
const reversedTexts = {
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
  dispute: {
    one: 'Your bank gave this payment back to you because it was disputed. Your bill is unpaid again.',
    several: 'Your bank gave this payment back to you because it was disputed. Your bills are unpaid again.',
  },
} as const satisfies Record<Exclude<ReversalCause, 'secondCharge' | 'returned'> | 'gateway' | 'dispute', InNumber>
