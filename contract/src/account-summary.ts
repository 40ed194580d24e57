import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { AccountNumber, BillId, PersonId } from './ids.ts'
import { Cents } from './money.ts'
import { PayableAccount } from './pay-now.ts'

/** C§2.5, C§8. */
export const accountSummaryTexts = {
  shown: 'Accounts: {shown} / {total}',
  caption: 'Your Account Summary',
  columns: {
    account: 'Account ID',
    type: 'Type',
    location: 'Service Location',
    amount: 'Amount',
    dueDate: 'Due Date',
    actions: 'Actions',
    toPay: 'Amount to be Paid',
  },
  makePayment: 'Make Payment',
  cancelPayment: 'Cancel Payment',
  viewBill: 'View Bill',
  viewConsumption: 'View Consumption',
  paymentHistory: 'Payment History',
  subTotal: 'Sub Total',
  dueNow: 'Due Now',
  gettingOthers: 'Getting Other Accounts..',
  allRetrieved: 'All accounts have been retrieved!',
  noData: 'No data available',
  paidElsewhere: 'You made a payment in another tab. The amounts below include it.',
  loadFailed: 'Server Error. Try again later!',
} as const

/** The dashboard reloads this long after a failed load, at most `mostReloads` times in a row (C§4). */
export const reloadAfterMilliseconds = 1000
export const mostReloads = 2

/** Customers with more accounts than this get a search; a shorter list is quicker to read. */
export const accountsWithoutSearch = 20

/** C§4. */
export const payAll = 'Pay all accounts that owe'
export const payAllFound = 'Pay all accounts found that owe'

/** With more than five accounts, the sizes of the first page and of the later ones (C§2.5, C§9). */
export const firstAccounts = 6
export const laterAccounts = 20

/** Newest first; the first entry is what the newest bill added, or a credit. */
const ArrearsByAge = z.array(z.object({ label: z.string(), amount: Cents }))
type ArrearsByAge = z.infer<typeof ArrearsByAge>

/** A row of the account summary (C§3); `amount` counts portal payments that billing has not recorded yet. */
export const AccountSummaryRow = PayableAccount.extend({
  isComplete: z.literal(true),
  /** Null when the account was never billed. */
  latestBill: z.object({ billId: BillId, billDate: CalendarDate, total: Cents }).nullable(),
  arrears: ArrearsByAge,
  /** With the capped cards, this calendar month (C§5). */
  alreadyPaid: z.object({ Visa: Cents, Discover: Cents }),
})
export type AccountSummaryRow = z.infer<typeof AccountSummaryRow>

const MissingAccountRow = z.object({
  isComplete: z.literal(false),
  accID: AccountNumber,
  isBeingPaid: z.boolean(),
})

export const AccountSummary = z.object({
  accounts: z.array(z.discriminatedUnion('isComplete', [AccountSummaryRow, MissingAccountRow])),
  total: z.number().int(),
  /** What to send as `after`; null on the last page. */
  next: AccountNumber.nullable(),
  asOf: Instant,
})
export type AccountSummary = z.infer<typeof AccountSummary>

/** While the billing system is down, the page still comes, with incomplete rows. */
export const readAccountSummary = call({
  method: 'POST',
  path: '/api/v1/account-summary',
  group: 'dashboard',
  summary: "A page of the caller's accounts with what is owed on each (C§2.5)",
  access: { customerOrAdmin: levelsOfTab['phoned-in'] },
  isPassive: true,
  body: z.object({ after: AccountNumber.optional() }),
  reply: AccountSummary,
  problems: {},
})

/** The sequence number of a phone (A§3); null when none is on file. */
const SequenceOnFile = z.number().int().nullable()

/** Who an account belongs to and where its bills go (C§3); what is not on file is an empty text. */
export const UserDetails = z.object({
  personId: PersonId,
  /** Null for a person who has no account. */
  accountId: AccountNumber.nullable(),
  /** As the billing system has it: either `first last` or `last, first`. */
  fullName: z.string(),
  /** Where the bills of this account go; without an account, the person's own address. */
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  state: z.string(),
  postal: z.string(),
  country: z.string(),
  /** The address that is served: `street, city, state, postal`. */
  premiseAddress: z.string(),
  homePhone: z.string(),
  mobilePhone: z.string(),
  workPhone: z.string(),
  sequenceHome: SequenceOnFile,
  sequenceMobile: SequenceOnFile,
  sequenceWork: SequenceOnFile,
  emailAddress: z.string(),
  /** Emails to it came back, or were reported as spam: it gets no notifications (R42). */
  isEmailStopped: z.boolean(),
  /** A payment of theirs waits until they verify a bank account. */
  isPaymentUnverified: z.boolean(),
})
export type UserDetails = z.infer<typeof UserDetails>

export const readUserDetails = call({
  method: 'POST',
  path: '/api/v1/user-details',
  group: 'dashboard',
  summary: 'Name, address, phones and email of a customer (C§3, A§7, C§7)',
  access: { customerOrAdmin: levelsOfTab['phoned-in'] },
  body: z.object({ personId: PersonId, accountId: AccountNumber.optional() }),
  reply: z.object({ result: UserDetails }),
  problems: {},
})
