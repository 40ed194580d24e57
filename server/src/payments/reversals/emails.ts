import { type NewEmail, keyOfRepeat } from '../../wording/customer-email.ts'
import type { reversedFor } from '../../wording/templates.ts'
import { type Writing, emailToPayer } from '../emails.ts'
import type { LeasedReversal } from '../records/reversals.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'

/** The email to the payer about a reversed charge, by its cause. Null when there is no recipient. */
export function reversalEmail(
  writing: Writing,
  checkout: StoredCheckout,
  { cause, tag, reference }: Pick<LeasedReversal, 'cause' | 'tag' | 'reference'>,
): NewEmail | null {
  // There is one email for each charge too many that was reversed.
  if (cause === 'secondCharge')
    return withKey(emailToPayer(writing, checkout, 'payment-charged-twice'), (key) => `${key}-${tag}`)
  if (cause !== 'returned') return reversedEmail(writing, checkout, cause)
  // The payer has had the email of the refund that the bank returned.
  return withKey(reversedEmail(writing, checkout, 'refund'), (key) => `${keyOfRepeat(key)}${reference}`)
}

/**
 * The whole charge is reversed, even when only one of several bills was paid another way. After a dispute, or when the
 * gateway did it by itself, the bill is open.
 */
export function reversedEmail(
  writing: Writing,
  checkout: StoredCheckout,
  why: (typeof reversedFor)[number],
): NewEmail | null {
  return emailToPayer(writing, checkout, 'payment-reversed', { why })
}

/** For a payer who was told of a refund that the card's bank then returned to us, or that was never made. */
export function refundReturnedEmail(
  writing: Writing,
  checkout: StoredCheckout,
  tag: string,
  template: 'refund-returned' | 'refund-undone' = 'refund-returned',
): NewEmail | null {
  return withKey(emailToPayer(writing, checkout, template), (key) => `${key}-${tag}`)
}

/** For a payer who was told that the bank had returned the payment, which it has now sent to us again. */
export function disputeWonEmail(writing: Writing, checkout: StoredCheckout): NewEmail | null {
  return emailToPayer(writing, checkout, 'dispute-won')
}

function withKey(email: NewEmail | null, keyOf: (key: string) => string): NewEmail | null {
  return email && { ...email, dedupeKey: keyOf(email.dedupeKey) }
}
