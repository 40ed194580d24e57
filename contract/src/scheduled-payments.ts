import { z } from 'zod'
import { longestAuthorization, PaidWith } from './bank-accounts.ts'
import { call } from './call.ts'
import { CalendarDate, daysAfter } from './dates.ts'
import { AccountNumber, RowId } from './ids.ts'
import { Cents, noCents } from './money.ts'
import { isPayable } from './owed.ts'
import { paymentTexts } from './payments.ts'

/** How far ahead a payment can be scheduled, in days. */
export const furthestSchedule = 180
export const mostSchedules = 50
export const mostScheduledAccounts = 50

/** All ours (R40). */
export const scheduledPaymentTexts = {
  title: 'Scheduled payments',
  none: 'You have no scheduled payments.',
  noneHint: 'Choose a day, and we charge a saved payment method on it.',
  needsCard: 'Save a payment method first. We charge it on the day you choose.',
  schedule: 'Schedule a payment',
  scheduleThis: 'Schedule payment',
  payNow: 'Pay now',
  payLater: 'Pay later',
  isScheduled: 'Payment scheduled',
  see: 'See scheduled payments',
  accounts: 'Accounts',
  date: 'Date',
  dateHint: `From tomorrow to ${furthestSchedule} days ahead`,
  changeTitle: 'Change scheduled payment',
  save: 'Save changes',
  cancel: 'Cancel payment',
  cancelTitle: 'Cancel this scheduled payment?',
  scheduled: 'Payment scheduled. We emailed you the details.',
  changed: 'Scheduled payment changed. We emailed you the details.',
  canceled: 'Scheduled payment canceled.',
  noAccount: 'Choose at least one account.',
  dateInvalid: 'Please enter a date.',
  dateTooEarly: 'Choose tomorrow or a later day.',
  dateTooFar: `Choose a day at most ${furthestSchedule} days ahead.`,
} as const

/** In words, of one account of a schedule. */
export const scheduledStateTexts = {
  planned: 'Scheduled',
  late: 'Late',
  sending: 'Being charged',
  submitted: 'Submitted',
  retry: 'Declined, one more try',
  paid: 'Paid',
  reversed: 'Paid, then returned',
  failed: 'Declined',
  notCharged: 'Not charged',
} as const

/** Likewise, from a bank account. */
export const debitStateTexts = {
  ...scheduledStateTexts,
  sending: 'Being debited',
  retry: 'Returned, one more try',
  failed: 'Not paid by your bank',
} as const

/** Null when a payment can be scheduled for that day. `today` is the utility's. */
export function scheduledDateError(payOn: CalendarDate, today: CalendarDate): string | null {
  if (payOn <= today) return scheduledPaymentTexts.dateTooEarly
  return payOn > daysAfter(today, furthestSchedule) ? scheduledPaymentTexts.dateTooFar : null
}

/** Each account is charged on its own, so each amount has to be payable. */
const Amount = Cents.refine(isPayable, paymentTexts.amount)

const ScheduledItem = z.object({
  accountId: AccountNumber,
  /** The most that is charged. */
  amount: Cents,
  /** Charged on top. */
  fee: Cents,
  state: z.enum(['planned', 'late', 'sending', 'submitted', 'retry', 'paid', 'reversed', 'failed', 'notCharged']),
  /** The schedule's day, or that of the second try. */
  chargeOn: CalendarDate,
  /** When the bank has answered, once a debit is submitted. */
  answersBy: CalendarDate.nullable(),
  /** With the fee. Null unless paid. */
  paid: Cents.nullable(),
})
export type ScheduledItem = z.infer<typeof ScheduledItem>

export const ScheduledPayment = z.object({
  id: RowId,
  payOn: CalendarDate,
  /** With the fees. */
  total: Cents,
  card: PaidWith.extend({
    id: RowId,
    /** Its last month, `YYYY-MM`; null for a bank account. */
    expires: z.string().nullable(),
    isRemoved: z.boolean(),
  }),
  items: z.array(ScheduledItem),
  canChange: z.boolean(),
  canCancel: z.boolean(),
})
export type ScheduledPayment = z.infer<typeof ScheduledPayment>

const ScheduledPayments = z.object({
  today: CalendarDate,
  payments: z.array(ScheduledPayment),
  /** When the bank of a debit has answered, for each day that can be chosen, the first one first. Only with bank accounts. */
  bankAnswers: z.array(CalendarDate).optional(),
})
export type ScheduledPayments = z.infer<typeof ScheduledPayments>

const Order = z.object({
  payOn: CalendarDate,
  /** The service fees of all accounts that the customer was shown. If the rule has changed, nothing is scheduled. */
  fee: Cents.default(noCents),
  savedMethod: RowId,
  /** For a bank account: the words that the customer was shown (`scheduleAuthorization`). */
  authorization: z.string().max(longestAuthorization).optional(),
  accounts: z
    .array(z.object({ accountId: AccountNumber, amount: Amount }))
    .min(1, scheduledPaymentTexts.noAccount)
    .max(mostScheduledAccounts)
    .refine(
      (accounts) => new Set(accounts.map(({ accountId }) => accountId)).size === accounts.length,
      paymentTexts.accountTwice,
    ),
})

const refused = {
  /** Comes with the `fee` now. */
  'fee-changed': {
    status: 409,
    title: 'Nothing was scheduled. The service fee has changed since this page loaded.',
  },
  'account-not-yours': { status: 403, title: 'This account is not among your accounts anymore.' },
  'account-not-payable': { status: 409, title: 'This account can’t be paid online.' },
  'account-closed': { status: 409, title: 'This account is closed, so no payment can be scheduled for it.' },
  'no-such-card': {
    status: 409,
    title: 'This is not among your saved payment methods anymore. Choose another one.',
    field: 'savedMethod',
  },
  'bank-blocked': {
    status: 409,
    title: 'Nothing was scheduled. Banks returned several payments for this account. Choose a card, or call us.',
  },
  /** Comes with the limit in `detail`. */
  'bank-limit': { status: 409, title: 'Nothing was scheduled. This is more than we take from a bank account.' },
  'authorization-changed': {
    status: 409,
    title: 'Nothing was scheduled. What you authorize has changed. Load this page again, and read it.',
  },
  'no-email': {
    status: 409,
    title: 'Add an email address to your account first. We email you before each scheduled payment.',
  },
} as const

const notThere = {
  'no-such-schedule': { status: 404, title: 'This scheduled payment is not there anymore.' },
} as const

export const listScheduledPayments = call({
  method: 'GET',
  path: '/api/v1/scheduled-payments',
  group: 'dashboard',
  summary: 'The customer’s scheduled payments, and the results of the last 30 days (R40)',
  access: 'customer',
  reply: ScheduledPayments,
  problems: {},
})

export const schedulePayment = call({
  method: 'POST',
  path: '/api/v1/scheduled-payments',
  group: 'dashboard',
  summary: 'Schedule a payment of one or several accounts; the same key schedules once (R40)',
  access: 'customer',
  needsRightClock: true,
  body: Order.extend({ key: z.uuid() }),
  reply: ScheduledPayments,
  problems: {
    ...refused,
    'too-many-schedules': {
      status: 409,
      title: `You have ${mostSchedules} scheduled payments. Cancel one, or wait until one is paid.`,
    },
    'key-reused': {
      status: 409,
      title: 'You have already scheduled a payment on this form. Find it in the list, and change it there.',
    },
  },
})

export const changeScheduledPayment = call({
  method: 'POST',
  path: '/api/v1/scheduled-payments/:id/change',
  group: 'dashboard',
  summary: 'Change the day, payment method or amounts of a scheduled payment (R40)',
  access: 'customer',
  needsRightClock: true,
  params: z.object({ id: RowId }),
  body: Order,
  reply: ScheduledPayments,
  problems: {
    ...refused,
    ...notThere,
    'too-late-to-change': {
      status: 409,
      title: 'It is too late to change this payment. A payment can be changed until 11:59 PM the day before.',
    },
    'other-accounts': {
      status: 409,
      title: 'The accounts of a scheduled payment can’t be changed. Cancel it, and schedule another one.',
    },
  },
})

export const cancelScheduledPayment = call({
  method: 'POST',
  path: '/api/v1/scheduled-payments/:id/cancel',
  group: 'dashboard',
  summary: 'Cancel a scheduled payment (R40)',
  access: 'customer',
  params: z.object({ id: RowId }),
  body: z.object({}),
  reply: ScheduledPayments,
  problems: {
    ...notThere,
    'too-late-to-cancel': {
      status: 409,
      title: 'It is too late to cancel this payment. A payment can be canceled until 11:59 PM the day before.',
    },
  },
})
