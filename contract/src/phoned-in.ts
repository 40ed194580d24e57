import { z } from 'zod'
import { accountToSearch } from './account-shape.ts'
import { AccountSummaryRow } from './account-summary.ts'
import { levelsOfTab } from './admin-levels.ts'
import { PaidWith } from './bank-accounts.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { AccountNumber, PersonId } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { NextCharge } from './next-charge.ts'
import { Why } from './reason.ts'

export const mostFoundToChoose = 8

export const accountSearchTexts = {
  label: 'Find an account',
  showAll: 'Show all accounts',
} as const

const accountColumns = {
  account: 'Account ID',
  location: 'Service Location',
  billDate: 'Bill Date',
  amount: 'Amount',
  dueDate: 'Due Date',
} as const

/** A§2, A§3, A§5, partly ours. */
export const phonedInTexts = {
  title: 'Phoned-In Bill Payments',
  steps: ['Account Summary', 'Shopping Cart'],
  search: 'Search',
  searching: 'Searching…',
  addRow: 'Add account number',
  caption: 'Account Summary',
  columns: { ...accountColumns, actions: 'Actions' },
  details: 'Details',
  paymentHistory: 'Payment History',
  addToCart: 'Add to Cart',
  cancel: 'Cancel',
  back: 'Back',
  subTotal: 'Subtotal',
  payment: 'Payment',
  cart: 'Shopping Cart',
  cartColumns: { ...accountColumns, toPay: 'Amount to be Paid' },
  /** Worded for the clerk: customers are told to call customer service, where the clerk works. */
  cardsOnly: 'Clerks take no bank payments by phone: a caller pays from a bank account online.',
  cashOnly: 'Cash only. The caller can pay at an office.',
  beingPaid: 'Do not take another payment yet. A payment for this account is unconfirmed.',
  /** A§8. */
  lookUpFailed: '{description} [{accountId}]',
  nothingTyped: 'Please add atleast 1 search parameter!',
  nothingFound: 'Please search an account!',
  nothingTicked: 'Please add atleast 1 account to your cart!',
} as const

/** All ours (R41). */
export const callersAutopayTexts = {
  pause: 'Pause AutoPay',
  pausedNow: 'AutoPay is paused. The customer gets an email.',
  resume: 'Resume AutoPay',
  resumedNow: 'AutoPay is on again. The customer gets an email.',
  methodGone:
    'The payment method can’t be charged anymore, so AutoPay can’t be resumed. The customer chooses another one first, under Payment methods.',
} as const

/** When a bill is charged. */
export const chargeDayTexts = {
  dueDate: 'On the due date',
  daysBefore: '{number} days before the due date',
  dayOfMonth: 'On day {number} of the month',
} as const

const dayRules = ['dueDate', 'daysBefore', 'dayOfMonth'] as const

/** The caller's agreement and what it charges next. */
export const CallersAutopay = z.object({
  /** Null when there is none, or it has ended. */
  agreement: z
    .object({
      ...PaidWith.shape,
      state: z.enum(['ACTIVE', 'PAUSED']),
      /** Null while it is on. */
      pause: z
        .object({
          /** As a code. */
          reason: z.string(),
          at: Instant,
          /** Who of staff; null for a pause by AutoPay or the customer. */
          by: z.string().nullable(),
          /** In their words. */
          why: z.string().nullable(),
        })
        .nullable(),
      /** With it, AutoPay cannot go on. */
      isMethodGone: z.boolean(),
      day: z.object({ rule: z.enum(dayRules), number: z.number().int() }),
      most: DecimalAmount.nullable(),
    })
    .nullable(),
  /** The next first. */
  upcoming: z.array(
    PaidWith.extend({
      /** Null while it is not planned. */
      id: z.number().int().nullable(),
      isScheduled: z.boolean(),
      next: NextCharge,
    }),
  ),
})
export type CallersAutopay = z.infer<typeof CallersAutopay>

export const mostAccountsPerSearch = 20

/** For a clerk, while the owner is on the phone (A§3 Latest bill). */
export const PhonedInAccount = AccountSummaryRow.extend({
  personId: PersonId,
  fullName: z.string(),
  /** Empty when none is on file. */
  emailAddress: z.string(),
  /** Five digits of the bills' zip code, or empty. */
  postal: z.string(),
  /** Only where the gateway keeps cards. */
  autoPay: CallersAutopay.optional(),
})
export type PhonedInAccount = z.infer<typeof PhonedInAccount>

/** The account, or why there is none (A§8). */
export const LookedUpAccount = z.discriminatedUnion('status', [
  z.object({ status: z.literal('Success'), accountId: z.string(), account: PhonedInAccount }),
  z.object({ status: z.literal('Failed'), accountId: z.string(), description: z.string() }),
])
export type LookedUpAccount = z.infer<typeof LookedUpAccount>

/** Leading zeros filled up, empty ones and repetitions dropped; at least one must remain (A§5). */
const AccountsToLookUp = z
  .array(z.string().trim().max(40))
  .max(mostAccountsPerSearch)
  .transform((typed) => [...new Set(typed.filter((accountId) => accountId !== '').map(accountToSearch))])
  .refine((accountIds) => accountIds.length > 0, phonedInTexts.nothingTyped)

/** Opens the accounts to the administrator's session. What is no account number is not looked up (A§5). */
export const searchPhonedInAccounts = call({
  method: 'POST',
  path: '/api/v1/phoned-in-accounts',
  group: 'admin',
  summary: 'Find the accounts a caller wants to pay (A§2 Phoned-In, A§8)',
  access: { admin: levelsOfTab['phoned-in'] },
  isPassive: true,
  body: z.object({ accountIds: AccountsToLookUp }),
  reply: z.object({ result: z.array(LookedUpAccount), asOf: Instant }),
  problems: {},
})

const agreementChanged = {
  'agreement-changed': { status: 409, title: 'AutoPay of this account has changed. Search for the account again.' },
} as const

export const pauseCallersAutopay = call({
  method: 'POST',
  path: '/api/v1/phoned-in-autopay/pause',
  group: 'admin',
  summary: 'Pause AutoPay for a caller, with a reason (R41)',
  access: { admin: levelsOfTab['phoned-in'] },
  body: z.object({ accountId: AccountNumber, why: Why }),
  reply: z.object({ autoPay: CallersAutopay }),
  problems: agreementChanged,
})

/** Only what staff has paused, and a card can pay: the rest the customer has to confirm. */
export const resumeCallersAutopay = call({
  method: 'POST',
  path: '/api/v1/phoned-in-autopay/resume',
  group: 'admin',
  summary: 'Take back a pause by staff, with a reason (R41)',
  access: { admin: levelsOfTab['phoned-in'] },
  needsRightClock: true,
  body: z.object({ accountId: AccountNumber, why: Why }),
  reply: z.object({ autoPay: CallersAutopay }),
  problems: { ...agreementChanged, 'card-gone': { status: 409, title: callersAutopayTexts.methodGone } },
})
