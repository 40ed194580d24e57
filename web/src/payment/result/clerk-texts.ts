import type { Checkout, CheckoutOutcome } from '@portal/contract/checkout'
import { paymentTexts } from '@portal/contract/payments'
import { t } from '#ui/text/t.ts'

const notCharged = t('The caller’s card was not charged.')

/** The outcome in a line: those of C§2.8 speak to the payer, as the receipt as a file does. */
export const titlesForClerk: Readonly<Record<CheckoutOutcome, string>> = {
  approved: t(paymentTexts.approved),
  declined: t('The payment was declined.'),
  serverFailed: t('The payment did not go through.'),
  beingConfirmed: t('The payment is being confirmed.'),
  reversed: t('We’re refunding the payment.'),
  refunded: t('The payment was refunded.'),
  verifying: t('The bank account has to be confirmed.'),
  submitted: t('The payment was submitted.'),
  returned: t('The bank returned the payment.'),
}

/**
 * What the result says to a clerk who has taken a payment by phone: what to tell the caller, and what to do next.
 * @param checkout null for a payment that never reached the server
 */
export function explanationForClerk(checkout: Checkout | null): string[] {
  if (checkout === null) return failed(t('The caller’s card was not charged. The payment didn’t reach the server.'))
  const { outcome, message, confirmationEmail } = checkout
  switch (outcome) {
    case 'approved':
      return [
        confirmationEmail
          ? t('We’re emailing the receipt to {confirmationEmail}.', { confirmationEmail })
          : t('No email address was given. Read the receipt number to the caller.'),
        t('The account will show this payment within a few minutes.'),
      ]
    case 'declined':
      return [
        ...(message ? [t(message)] : []),
        t('{notCharged} You can try again, or use a different card. The caller can also pay online.', { notCharged }),
      ]
    case 'serverFailed':
      return failed(notCharged)
    case 'beingConfirmed':
      return [
        t('Do not take this payment again, and ask the caller not to pay again. We’re confirming it with the gateway.'),
        confirmationEmail
          ? t('We’ll email {confirmationEmail} when we know the result.', { confirmationEmail })
          : t('No email address was given. The caller can ask for the result with the reference number.'),
        t('You don’t need to wait. Find the result in Reports by reference number.'),
      ]
    case 'reversed':
    case 'refunded':
      return [t('It can take a few days to appear on the caller’s statement.'), ...(message ? [message] : [])]
    case 'verifying':
    case 'submitted':
    case 'returned':
      return [t('Find the payment in Reports by its reference number.')]
  }
}

function failed(whatOfTheMethod: string): string[] {
  return [whatOfTheMethod, t('You can try again. If it fails again, the caller can pay at an office.')]
}
