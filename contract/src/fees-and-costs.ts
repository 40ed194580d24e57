import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate } from './dates.ts'
import { Cents } from './money.ts'

/** All ours. */
export const feesAndCostsTexts = {
  leads: {
    costs: 'What the gateway kept, by the month of the payment. It is known once the payment is in a payout.',
    fees: 'What service fees brought, by the month of the payment. The gateway does not say what it keeps.',
    both: 'What service fees brought and what the gateway kept, by the month of the payment. What it kept is known once the payment is in a payout.',
  },
  none: 'No payments yet.',
  otherCosts: 'Other gateway fees',
  unknown: 'Not known yet',
} as const

export const monthsOfCostsPage = 3

const MonthOfCosts = z.object({
  /** The first and last day of the month. */
  from: CalendarDate,
  to: CalendarDate,
  /** Null: what the gateway kept for no single payment, in the month of its payout. */
  method: z.enum(['card', 'bank']).nullable(),
  /** Charged, also those refunded since. */
  payments: z.number().int(),
  paid: Cents,
  /** In what was paid. */
  fees: Cents,
  /** Of these fees, what went back with a whole refund or a lost dispute. */
  feesReturned: Cents,
  /** Kept by the gateway for these payments, as far as its payouts have said. */
  cost: Cents,
  /** So many of the payments are in no payout that the portal has read. */
  uncosted: z.number().int(),
})
export type MonthOfCosts = z.infer<typeof MonthOfCosts>

export const readFeesAndCosts = call({
  method: 'GET',
  path: '/api/v1/fees-and-costs',
  group: 'admin',
  summary: 'What service fees brought and the gateway kept, by month and method, newest first (docs/payments.md)',
  access: { admin: exceptionLevels },
  /** `before`: the first day of a month. */
  query: z.object({ before: CalendarDate.optional() }),
  reply: z.object({ months: z.array(MonthOfCosts), hasMore: z.boolean() }),
  problems: {},
})
