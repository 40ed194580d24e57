import { wordsOfMethod } from './bank-accounts.ts'
import { type CalendarDate, formatDate } from './dates.ts'
import { feeTexts } from './fees.ts'
import type { Language } from './language.ts'
import { type Cents, dollars } from './money.ts'

export const scheduleAmount = 'Schedule {amount}'

/** What a customer authorizes by scheduling a payment from a bank account. */
export interface ScheduledDebit {
  readonly utility: string
  readonly paidWith: Parameters<typeof wordsOfMethod>[0]
  readonly on: CalendarDate
  /** How many: each is debited on its own. */
  readonly accounts: number
  /** The most in all, with the fees. */
  readonly amount: Cents
  readonly fee: Cents
  readonly locale: string
}

const authorizedTexts = {
  one: 'By pressing {button}, I authorize {utility} to debit my bank account, {account}, once on or after {date} for {amount}, or for what I owe then if that is less.',
  several:
    'By pressing {button}, I authorize {utility} to debit my bank account, {account}, once for each of {count} accounts on or after {date}, for {amount} in all, or for what I owe then if that is less.',
  rest: 'If my bank returns a debit because there is not enough money in the account, it may be debited once more, after another email with the amount and date. I can cancel online until 11:59 PM on the day before a debit. I can also stop it at my bank until three business days before.',
} as const

/** The words of the authorization: the same on the page, in the records and in the customer’s copy. */
export function scheduleAuthorization(
  { t }: Pick<Language, 't'>,
  { utility, paidWith, on, accounts: count, amount: most, fee, locale }: ScheduledDebit,
): string {
  const amount = dollars(most, locale)
  const { text, values } = wordsOfMethod(paidWith)
  const facts = { utility, amount, count, account: t<string>(text, values), date: formatDate(on, locale) }
  return [
    t<string>(count > 1 ? authorizedTexts.several : authorizedTexts.one, {
      ...facts,
      button: t(scheduleAmount, { amount }),
    }),
    ...(fee > 0 ? [t(feeTexts.within, { fee: dollars(fee, locale) })] : []),
    t(authorizedTexts.rest),
  ].join(' ')
}
