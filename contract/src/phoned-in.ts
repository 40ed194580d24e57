import { z } from 'zod'
import { AccountSummaryRow } from './account-summary.ts'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { accountToSearch, PersonId } from './ids.ts'

export const mostFoundToChoose = 8

export const accountSearchTexts = {
  label: 'Find an account',
  hint: 'Account number or service location',
  noneFound: 'No accounts found',
  showAll: 'Show all accounts',
  found: '{found} of {total} accounts found',
  foundSoFar: '{found} found so far. {arrived} of {total} accounts loaded.',
  firstOnly: 'Showing the first {mostFoundToChoose}. Type more to narrow the list.',
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
  cashOnly: 'Cash only. The caller can pay at an office.',
  beingPaid: 'Do not take another payment yet. A payment for this account is unconfirmed.',
  /** A§8. */
  lookUpFailed: '{description} [{accountId}]',
  nothingTyped: 'Please add atleast 1 search parameter!',
  nothingFound: 'Please search an account!',
  nothingTicked: 'Please add atleast 1 account to your cart!',
} as const

export const mostAccountsPerSearch = 20

/** For a clerk, while the owner is on the phone (A§3 Latest bill). */
export const PhonedInAccount = AccountSummaryRow.extend({
  personId: PersonId,
  fullName: z.string(),
  /** Empty when none is on file. */
  emailAddress: z.string(),
  /** Five digits of the bills' zip code, or empty. */
  postal: z.string(),
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
