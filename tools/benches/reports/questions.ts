import type { ReportFilter } from '@portal/contract/reports'
import type { z } from 'zod'
import { accountOf, commonBeginning, oneUsername, receiptOf } from './payments.ts'

/** A query that finance makes in the reports, each time a little different. */
export interface Question {
  name: string
  /** What the page sends for the `nth` time. */
  asked(nth: number): z.input<typeof ReportFilter> & { page?: number; size?: number }
  /** The same as SQL conditions, as somebody would write them by hand. */
  where(nth: number): string
  /** How many rows come before the page. */
  offset?: number
}

const day = (nth: number): Date => new Date(Date.UTC(2024, 0, 1 + ((nth * 37) % 600)))
const typed = (date: Date): string => {
  const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split('-')
  return `${month}/${dayOfMonth}/${year}`
}
const fourDigits = (nth: number): string => String((nth * 7919) % 10_000).padStart(4, '0')
/** Which payment is looked for, spread over all of them. */
const one = (nth: number): number => 1 + ((nth * 611_953) % 4_000_000)

const deepPage = { page: 100_000, size: 30 }

/** Queries for a first page with totals, and for a page far down. */
export const questions: readonly Question[] = [
  { name: 'no filter', asked: () => ({}), where: () => 'true' },
  {
    name: 'one day',
    asked: (nth) => ({ pay_date_start: typed(day(nth)), pay_date_end: typed(day(nth)) }),
    where: (nth) => {
      const date = `timestamp '${day(nth).toISOString().slice(0, 10)}'`
      return `sent_at >= ${date} at time zone 'Pacific/Guam' and sent_at < (${date} + interval '1 day') at time zone 'Pacific/Guam'`
    },
  },
  {
    name: 'one account',
    asked: (nth) => ({ accountId: accountOf(one(nth)) }),
    where: (nth) =>
      `charge_attempt.checkout_id in (select checkout_id from checkout_item where account_id = '${accountOf(one(nth))}')`,
  },
  {
    name: 'one receipt',
    asked: (nth) => ({ receipt: receiptOf(one(nth)) }),
    where: (nth) => `transaction_tag = '${receiptOf(one(nth)).slice(2)}'`,
  },
  {
    name: 'last four digits',
    asked: (nth) => ({ credit_card: fourDigits(nth) }),
    where: (nth) => `last_four = '${fourDigits(nth)}'`,
  },
  {
    name: 'beginning of a username',
    asked: () => ({ username: commonBeginning }),
    where: () => `lower(charge_attempt.paid_by) like '${commonBeginning}%'`,
  },
  {
    name: 'one username',
    asked: () => ({ username: oneUsername }),
    where: () => `lower(charge_attempt.paid_by) like '${oneUsername}%'`,
  },
  {
    name: `page ${deepPage.page.toLocaleString('en-US')}`,
    asked: () => deepPage,
    where: () => 'true',
    offset: (deepPage.page - 1) * deepPage.size,
  },
]

/**
 * The statements for the rows of a page and their totals, as a person would write them by hand, without prepared sums.
 */
export function byHand({ where, asked, offset = 0 }: Question, nth: number): string[] {
  const { size = 10 } = asked(nth)
  return [
    `select charge_attempt.*, checkout.account_count, checkout_item.account_id,
       exists (select from posting where posting.checkout_id = checkout.id and posting.state <> 'POSTED') as is_open
     from charge_attempt join checkout on checkout.id = charge_attempt.checkout_id
     join checkout_item on checkout_item.checkout_id = checkout.id and ordinal = 1
     where ${where(nth)} order by sent_at desc, charge_attempt.id desc limit ${size} offset ${offset}`,
    `select mode, state = 'CHARGED' as is_paid, count(*), sum(amount_cents) from charge_attempt
     where ${where(nth)} group by mode, is_paid`,
  ]
}
