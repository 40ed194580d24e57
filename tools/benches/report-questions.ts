import { env } from 'node:process'
import type { ReportFilter } from '@portal/contract/reports'
import type { z } from 'zod'
import { accountOf, commonBeginning, oneUsername, receiptOf } from './frame/fill-payments.ts'

export const payments = Number(env['BENCH_REPORTS_PAYMENTS'] ?? 5_000_000)

/** A query that finance makes, each time a little different: what the page sends, and the same as conditions of SQL. */
export interface Question {
  name: string
  asked(nth: number): z.input<typeof ReportFilter> & { page?: number; size?: number }
  where(nth: number): string
}

const day = (nth: number): string => new Date(Date.UTC(2024, 0, 1 + ((nth * 37) % 600))).toISOString().slice(0, 10)
const typed = (date: string): string => date.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
export const between = (from: string, days: string): string =>
  `sent_at >= timestamp '${from}' at time zone 'Pacific/Guam'
     and sent_at < (timestamp '${from}' + interval '${days}') at time zone 'Pacific/Guam'`
const fourDigits = (nth: number): string => String((nth * 7919) % 10_000).padStart(4, '0')
const one = (nth: number): number => 1 + ((nth * 611_953) % Math.floor(payments * 0.8))
const deepPage = { page: Math.floor(payments / 50), size: 30 }

export const questions: readonly Question[] = [
  { name: 'no filter', asked: () => ({}), where: () => 'true' },
  {
    name: 'one day',
    asked: (nth) => ({ pay_date_start: typed(day(nth)), pay_date_end: typed(day(nth)) }),
    where: (nth) => between(day(nth), '1 day'),
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
  ...[commonBeginning, oneUsername].map((username) => ({
    name: username === oneUsername ? 'one username' : 'beginning of a username',
    asked: () => ({ username }),
    where: () => `lower(charge_attempt.paid_by) like '${username}%'`,
  })),
  { name: `page ${deepPage.page.toLocaleString('en-US')}`, asked: () => deepPage, where: () => 'true' },
]

/** The rows of a page and their totals, as a person would write them by hand, without prepared sums. */
export function byHand({ where, asked }: Question, nth: number): string {
  const { page = 1, size = 10 } = asked(nth)
  return `
    select charge_attempt.*, checkout.account_count, checkout_item.account_id,
      exists (select from posting where posting.checkout_id = checkout.id and posting.state <> 'POSTED') as is_open
    from charge_attempt join checkout on checkout.id = charge_attempt.checkout_id
    join checkout_item on checkout_item.checkout_id = checkout.id and ordinal = 1
    where ${where(nth)} order by sent_at desc, charge_attempt.id desc limit ${size} offset ${(page - 1) * size};
    select mode, state = 'CHARGED' as is_paid, count(*), sum(amount_cents) from charge_attempt
    where ${where(nth)} group by mode, is_paid`
}
