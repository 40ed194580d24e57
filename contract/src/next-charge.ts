import { z } from 'zod'
import { CalendarDate } from './dates.ts'
import { Cents } from './money.ts'

export const HeldReason = z.enum([
  'after_hours',
  'account_held',
  'agreement_busy',
  'bank_payment',
  'earlier_bill',
  'hour_full',
  'no_email',
  'notice_refused',
  'notice_waits',
  'other_gateway',
  'run_stopped',
  'stale_import',
])
export type HeldReason = z.infer<typeof HeldReason>

/** What comes next of a charge, for its customer and for staff. `From`: not before that day. */
export const nextChargeTexts = {
  charges: 'We’ll charge {amount} to {card} on {day}.',
  chargesFrom: 'We’ll charge {amount} to {card} on or after {day}.',
  about: 'We’ll charge about {amount} to {card} on {day}.',
  aboutFrom: 'We’ll charge about {amount} to {card} on or after {day}.',
  some: 'We’ll charge {card} on {day}.',
  someFrom: 'We’ll charge {card} on or after {day}.',
  retries: 'The bank did not pay {amount}. We’ll try {card} once more on {day}.',
  retriesFrom: 'The bank did not pay {amount}. We’ll try {card} once more on or after {day}.',
  charging: 'A charge to {card} is under way.',
  nothing: 'There is no bill to charge now. We’ll email you before the next charge.',
  overLimit: 'We won’t charge the next bill, because it is more than {most}. Pay it yourself.',
  cannot: 'We can’t charge this account. It is closed, or it can’t be paid online.',
  paused: 'Nothing is charged while AutoPay is paused.',
} as const
export type NextSaying = keyof typeof nextChargeTexts

const sayings = Object.keys(nextChargeTexts).filter((name): name is NextSaying => Object.hasOwn(nextChargeTexts, name))

/** Found by one function of the server for all who read it. */
export const NextCharge = z.object({
  says: z.enum(sayings),
  /** Never a day that is over. */
  on: CalendarDate,
  dueOn: CalendarDate,
  /** As the customer was told, or what is owed now, if that is less or nothing was told. Null when nobody can say now. */
  amount: Cents.nullable(),
  /** Charged on top. */
  fee: Cents,
  /** What a charge may not be above. */
  most: Cents,
  /** The last month of the card, `YYYY-MM`, if it ends before that day; null otherwise. */
  cardEnds: z.string().nullable(),
  /** Why it waits although its day may have come. */
  heldFor: HeldReason.nullable(),
})
export type NextCharge = z.infer<typeof NextCharge>

const charging: readonly NextSaying[] = [
  ...(['charges', 'chargesFrom', 'about', 'aboutFrom', 'some', 'someFrom', 'retries', 'retriesFrom'] as const),
]

/** Whether a card will be charged, as far as is known. */
export function willCharge({ says }: NextCharge): boolean {
  return charging.includes(says)
}

/** Whether the customer has not been told this amount. */
export function isEstimate({ says }: NextCharge): boolean {
  return says === 'about' || says === 'aboutFrom'
}
