import { z } from 'zod'
import { call, phonedInLevels } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { AccountNumber, BillId } from './ids.ts'
import { Cents, cents } from './money.ts'
import { PayableAccount } from './pay-now.ts'

/**
 * Five accounts or fewer come all at once; with more, the first page holds `firstAccounts` and every later one
 * `laterAccounts` (C§2.5, C§9).
 */
export const firstAccounts = 6
export const laterAccounts = 20

/** A non-residential account may pay this much a month with Visa, and with Discover: shown, not enforced (A§5, C§5). */
export const monthlyCardCap = cents(50_000)

/** Debt by age, newest first; the first entry is what the newest bill added, or a credit. */
const ArrearsByAge = z.array(z.object({ label: z.string(), amount: Cents }))
type ArrearsByAge = z.infer<typeof ArrearsByAge>

/**
 * A row of the account summary (C§3). Ticks and typed amounts belong to the page; the text 'Due Now' stands for an
 * `arrearsTotal` above zero (A§3). `amount` takes every payment of the portal into account, even before the billing
 * system has recorded it.
 */
export const AccountSummaryRow = PayableAccount.extend({
  isComplete: z.literal(true),
  /** The total of the newest bill; null when the account was never billed. */
  latestBill: z.object({ billId: BillId, billDate: CalendarDate, total: Cents }).nullable(),
  arrears: ArrearsByAge,
  /** Paid through the portal this calendar month with the capped cards (C§5 monthly cap). */
  alreadyPaid: z.object({ Visa: Cents, Discover: Cents }),
})
export type AccountSummaryRow = z.infer<typeof AccountSummaryRow>

/** A row of an account that the billing system could not be asked about just now. Everything else is missing. */
const MissingAccountRow = z.object({
  isComplete: z.literal(false),
  accID: AccountNumber,
  isBeingPaid: z.boolean(),
})

/** One page of the account summary, in the order of account numbers. */
export const AccountSummary = z.object({
  accounts: z.array(z.discriminatedUnion('isComplete', [AccountSummaryRow, MissingAccountRow])),
  /** How many accounts the caller has. */
  total: z.number().int(),
  /** What to send as `after` for the next page; null after the last. */
  next: AccountNumber.nullable(),
  /** When these amounts were looked up. */
  asOf: Instant,
})
export type AccountSummary = z.infer<typeof AccountSummary>

/**
 * `POST /api/v1/account-summary`: our own call behind the dashboard's table (C§2.5). One request returns a page of the
 * caller's accounts. `after` is the `next` of the page before. While the billing system is down, the page still comes,
 * with incomplete rows.
 */
export const readAccountSummary = call({
  method: 'POST',
  path: '/api/v1/account-summary',
  group: 'dashboard',
  summary: "A page of the caller's accounts with what is owed on each (C§2.5)",
  access: { customerOrAdmin: phonedInLevels },
  // Repeated while an account is being paid.
  isPassive: true,
  body: z.object({ after: AccountNumber.optional() }),
  reply: AccountSummary,
  problems: {},
})
