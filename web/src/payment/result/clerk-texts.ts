import type { Checkout } from '@portal/contract/checkout'
import { paymentTexts } from '@portal/contract/payments'

const notCharged = 'The caller’s card was not charged.'

/**
 * What the result says to a clerk who has taken a payment by phone: what to tell the caller, and what to do next. The
 * sentences of C§2.8 stay; the receipt as a file speaks to the payer.
 * @param checkout null for a payment that never reached the server
 */
export function explanationForClerk(checkout: Checkout | null): string[] {
  if (checkout === null) return failed('The caller’s card was not charged. The payment didn’t reach us.')
  const { outcome, message, confirmationEmail } = checkout
  switch (outcome) {
    case 'approved':
      return [
        confirmationEmail
          ? `We’re emailing the receipt to ${confirmationEmail}.`
          : 'No email address was given. Read the receipt number to the caller.',
        'The account will show this payment within a few minutes.',
      ]
    case 'declined':
      return [...(message ? [`Reason: ${message}`] : []), `${notCharged} You can try again, or use a different card.`]
    case 'serverFailed':
      return failed(notCharged)
    case 'beingConfirmed':
      return [
        'Do not take this payment again, and ask the caller not to pay again. We’re confirming it with the gateway.',
        confirmationEmail
          ? `We’ll email ${confirmationEmail} when we know the result.`
          : 'No email address was given. The caller can ask for the result with the reference number.',
        'You don’t need to wait. Find the result in Reports by reference number.',
      ]
    case 'reversed':
      return ['It can take a few days to appear on the caller’s statement.', ...(message ? [message] : [])]
  }
}

function failed(whatOfTheCard: string): string[] {
  return [
    paymentTexts.failed,
    whatOfTheCard,
    paymentTexts.contactUs,
    'If it fails again, the caller can pay at an office.',
  ]
}
