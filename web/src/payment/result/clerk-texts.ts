import type { Checkout } from '@portal/contract/checkout'
import { paymentTexts } from '@portal/contract/payments'

const notCharged = 'The caller’s card was not charged.'

/**
 * What the result says to a clerk who has taken a payment by phone: what to tell the caller, and what to do next. The
 * sentences of C§2.8 stay; the receipt as a file speaks to the payer.
 * @param checkout null for a payment that never reached the server
 */
export function explanationForClerk(checkout: Checkout | null): string[] {
  if (checkout === null) return failed('The payment did not reach us, so the caller’s card was not charged.')
  const { outcome, message, confirmationEmail } = checkout
  switch (outcome) {
    case 'approved':
      return [
        confirmationEmail
          ? `A confirmation is on its way to ${confirmationEmail}.`
          : 'No confirmation is sent, because there is no e-mail address: read the receipt number to the caller.',
        'The account will show the payment within a few minutes.',
      ]
    case 'declined':
      return [
        ...(message ? [`The reason given: ${message}`] : []),
        `${notCharged} Trying again, or with another card, is safe.`,
      ]
    case 'serverFailed':
      return failed(notCharged)
    case 'beingConfirmed':
      return [
        'Do not take this payment again, and ask the caller not to pay it again: the card network is being asked.',
        confirmationEmail
          ? `The caller gets an e-mail at ${confirmationEmail} when the outcome is known.`
          : 'There is no e-mail address: the caller can ask for the outcome with the reference number.',
        'You need not wait for it: Reports shows the outcome under the reference number.',
      ]
    case 'reversed':
      return ['The caller’s bank may take a few days to show it.', ...(message ? [message] : [])]
  }
}

function failed(whatOfTheCard: string): string[] {
  return [
    paymentTexts.failed,
    whatOfTheCard,
    paymentTexts.contactUs,
    'If it fails again, the caller can pay at one of the offices.',
  ]
}
