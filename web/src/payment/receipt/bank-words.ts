import { returnWords } from '@portal/contract/bank-accounts'
import type { Checkout } from '@portal/contract/checkout'
import { type Instant, dateIn, formatWeekday } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'
import { t } from '#ui/text/t.ts'

// What a payer reads of a payment from a bank account, on the page and in the file.

/** The gateway took the payment from the bank account, to verify or to debit it. */
export function hasBegun({ bank }: Checkout): boolean {
  return bank !== null && (bank.submittedAt !== null || bank.deposits !== null)
}

const cardNotCharged = t('Your card was not charged.')

export function notChargedOf({ bankAccount }: Checkout): string {
  return bankAccount ? t('Your bank account was not debited.') : cardNotCharged
}

export function ofSubmitted(checkout: Checkout, profile: UtilityProfile): string[] {
  const { confirmationEmail } = checkout
  return [
    ...answersBy(checkout, profile),
    confirmationEmail
      ? t('Do not pay again before that. We’re emailing this confirmation to {confirmationEmail}.', {
          confirmationEmail,
        })
      : t('Do not pay again before that.'),
  ]
}

export function ofVerifying({ bank }: Checkout, profile: UtilityProfile): string[] {
  const isNotMade = t('Your payment is not made yet. We debit your bank account only after you verify it.')
  if (!bank?.deposits) return [isNotMade]
  const day = weekdayOf(profile, bank.deposits.answerBy)
  return [isNotMade, t('After {day}, the payment is canceled.', { day })]
}

export function returnedFor({ bank }: Checkout): string[] {
  return bank?.returned ? [t(returnWords[bank.returned])] : []
}

export function whyUnverified({ bank, message }: Checkout): string {
  if (bank?.deposits) return t('We could not verify your bank account.')
  return message ? t(message) : t('Your bank account can’t be used for this payment.')
}

export function endedLate({ bank, decidedAt }: Checkout): string[] {
  const isLate = bank?.submittedAt === null && bank.deposits && decidedAt && decidedAt >= bank.deposits.answerBy
  return isLate ? [t('The bank account was not verified in time.')] : []
}

export function doesNotCount({ accounts }: Checkout): string {
  return accounts.length > 1
    ? t('This payment does not count toward your bills.')
    : t('This payment does not count toward your bill.')
}

export function answersBy({ bank }: Checkout, profile: UtilityProfile): string[] {
  return bank?.answersBy ? [t('Your bank confirms by {day}.', { day: weekdayOf(profile, bank.answersBy) })] : []
}

/** The day on which someone waits for a bank. */
export function weekdayOf({ timeZone, locale }: UtilityProfile, at: Instant): string {
  return formatWeekday(dateIn(timeZone, at), locale)
}
