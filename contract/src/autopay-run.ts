import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { AccountNumber, RowId } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { staffStatuses, type StaffStatus } from './reports.ts'

export const autopayRunTexts = {
  lead: 'Charges of saved cards that are due: AutoPay and scheduled payments. What failed is listed under Exceptions.',
  stopped: 'AutoPay is off since {at}',
  stoppedMeans:
    'Notices still leave, but nothing is charged. What is due waits, and is charged when AutoPay is turned on in System Maintenance.',
  due: 'What is due',
  dueEmpty: 'No charges are due.',
  unpriced: '{count} without an amount yet',
  held: 'Held back',
  heldEmpty: 'Nothing is held back.',
  oldest: 'Oldest charge due',
  noneDue: 'None',
  hour: 'Charges this hour',
  hourUsed: '{sent} of {most}',
  last: 'Last run',
  lastEmpty: 'No card was charged yet.',
  inReports: 'Show in Reports',
  show: 'Show charges',
  back: 'Back to AutoPay',
  more: 'Show more',
  heldGone: 'No charges are held back for this reason.',
} as const

/** Earlier days have only what is still to be done. */
export const dueDays = { earlier: 'Earlier', today: 'Today', tomorrow: 'Tomorrow' } as const
export type DueDay = keyof typeof dueDays

/** Of a charge that is not done, for staff. */
export const plannedStateNames = {
  PLANNED: 'Waiting for the notice',
  NOTIFIED: 'Ready',
  SENT: 'At the gateway',
  DECLINED: 'Declined',
} as const
export type OpenPlannedState = keyof typeof plannedStateNames

/** Why a charge waits. A new one has no words until they are added here. */
const heldReasons: Readonly<Record<string, { readonly name: string; readonly meaning: string }>> = {
  run_stopped: { name: 'AutoPay is off', meaning: 'Turn AutoPay on in System Maintenance.' },
  stale_import: {
    name: 'Balances are too old',
    meaning: 'Import an extract of the billing system. Nothing is charged from old balances.',
  },
  hour_full: { name: 'Limit per hour reached', meaning: 'Nothing to do. These charges follow in the next hours.' },
  account_held: {
    name: 'Another payment is unconfirmed',
    meaning: 'Nothing to do. The charge follows once it is confirmed.',
  },
  agreement_busy: {
    name: 'Another charge is unconfirmed',
    meaning: 'Nothing to do. One charge of an agreement follows the other.',
  },
  earlier_bill: {
    name: 'An earlier bill comes first',
    meaning: 'Nothing to do. One bill of an account follows the other.',
  },
  notice_waits: {
    name: 'Notice not sent yet',
    meaning: 'The mail server has not taken the notice. Without it, nothing is charged.',
  },
  notice_refused: {
    name: 'Notice rejected',
    meaning: 'The mail server rejected the email address. Correct it; the customer pays this bill without AutoPay.',
  },
  no_email: {
    name: 'No email address',
    meaning: 'Ask the customer for an email address. Without it, nothing is charged.',
  },
  paused: {
    name: 'AutoPay is paused',
    meaning: 'The customer turns it on again, or staff takes back a pause of theirs in Phoned In.',
  },
  other_gateway: {
    name: 'Card of another gateway',
    meaning: 'The card was saved at another gateway or in test mode. The customer chooses another card.',
  },
}

/** The code itself for one without words. */
export function heldInWords(code: string): { readonly name: string; readonly meaning: string } {
  return heldReasons[code] ?? { name: code, meaning: '' }
}

const Sum = z.object({ charges: z.number().int(), amount: DecimalAmount })

const statuses = Object.keys(staffStatuses).filter((name): name is StaffStatus => Object.hasOwn(staffStatuses, name))
const days = Object.keys(dueDays).filter((name): name is DueDay => Object.hasOwn(dueDays, name))
const openStates = Object.keys(plannedStateNames).filter((name): name is OpenPlannedState =>
  Object.hasOwn(plannedStateNames, name),
)

/** As it is now; amounts are those of the notices. */
export const AutopayRun = z.object({
  /** When System Maintenance stopped it; null while it runs. */
  stoppedAt: Instant.nullable(),
  /** `unpriced`: so many of the charges have no amount until their notice. */
  due: z.array(
    Sum.extend({ day: z.enum(days), date: CalendarDate, state: z.enum(openStates), unpriced: z.number().int() }),
  ),
  held: z.array(Sum.extend({ reason: z.string(), oldestDue: CalendarDate })),
  /** The first day from which a charge is still to be done, up to today. */
  oldestDue: CalendarDate.nullable(),
  hour: z.object({ sent: z.number().int(), most: z.number().int() }),
  /** The newest day on which cards were charged; `failed`: declined for good. */
  last: z
    .object({
      day: CalendarDate,
      results: z.array(Sum.extend({ status: z.enum(statuses) })),
      failed: z.number().int(),
    })
    .nullable(),
  asOf: Instant,
})
export type AutopayRun = z.infer<typeof AutopayRun>

export const readAutopayRun = call({
  method: 'GET',
  path: '/api/v1/autopay-run',
  group: 'admin',
  summary: 'What AutoPay and scheduled payments charge next, and what is held back (docs/payments.md)',
  access: { admin: exceptionLevels },
  reply: AutopayRun,
  problems: {},
})

export const heldPageSize = 30

export const HeldCharge = z.object({
  id: z.number().int(),
  accountId: AccountNumber,
  dueOn: CalendarDate,
  chargeOn: CalendarDate,
  /** Null until the customer was told. */
  amount: DecimalAmount.nullable(),
  brand: z.string(),
  lastFour: z.string(),
  kind: z.enum(['autoPay', 'scheduled']),
})
export type HeldCharge = z.infer<typeof HeldCharge>

export const listHeldCharges = call({
  method: 'GET',
  path: '/api/v1/autopay-run/held',
  group: 'admin',
  summary: 'The charges that wait for one reason, oldest first (docs/payments.md)',
  access: { admin: exceptionLevels },
  query: z.object({ reason: z.string().regex(/^[a-z_]{1,40}$/), after: RowId.optional() }),
  reply: z.object({ charges: z.array(HeldCharge), hasMore: z.boolean() }),
  problems: {},
})
