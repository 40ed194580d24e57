import { z } from 'zod'
import { AccountSummaryRow } from './account-summary.ts'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate } from './dates.ts'
import { AccountNumber, BillId } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { divisionLength } from './utility.ts'

/** C§2.5, C§8. */
export const billsTexts = {
  shown: 'Showing {shown} Results out of {total}',
  columns: { date: 'Bill Date', amount: 'Total Amount Due', action: 'Action' },
  noData: 'No data available',
  noChart: 'No consumption chart available',
  monthlyWater: 'Monthly Water Consumption',
  monthlyAmount: 'Monthly Bill Amount',
} as const

/** Failures of My Bills and the switch of accounts (C§8), before the page reloads. */
export const tryAgainLater = '{error}\n\nTry Again Later!'

/** Rows in the dialogs of bills and payment history (C§9). */
export const dialogRows = 18

export const billsPerPage = 12

/** C§9. */
export const chartMonths = 12

const access = { customerOrAdmin: levelsOfTab['phoned-in'] }

/** Why there is no latest bill. What is not an account number is not looked up (A§5, C§7). */
export const latestBillTexts = {
  notNumeric: 'Account number is invalid.',
  unknown: 'We couldn’t find this account.',
} as const

const BillDates = z.object({ billDate: CalendarDate.nullable(), dueDate: CalendarDate.nullable() })

/** Dates are null when nothing was billed; A§3 has them within `date`, C§3 beside `totalAmount`. */
export const LatestBill = BillDates.extend({
  date: BillDates,
  /** Owed now, after the portal's payments; negative for a credit. */
  amount: DecimalAmount,
  totalAmount: DecimalAmount,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  arrears: z.object({
    details: z.object({
      AccountID: AccountNumber,
      PremiseInfo: z.string(),
      CurrentBalance: DecimalAmount,
      Name: z.string(),
    }),
    arrears: z.array(z.object({ Label: z.string(), ArrearsAmount: DecimalAmount })),
  }),
})

/** `account` has the fields of a row of the account summary, in cents. */
export const readLatestBill = call({
  method: 'POST',
  path: '/api/v1/user-latest-bill',
  group: 'dashboard',
  summary: 'The newest bill of an account and what is owed (A§3, A§7, C§7)',
  access,
  body: z.object({ accountId: z.string().trim().max(40), division: z.string().max(divisionLength).optional() }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      LatestBill.extend({ status: z.literal('Success'), account: AccountSummaryRow }),
      z.object({ status: z.literal('Failed'), description: z.string() }),
    ]),
  }),
  problems: {},
})

/** C§3. */
export const BillListItem = z.object({ billID: BillId, billDate: CalendarDate, totalAmount: DecimalAmount })
export type BillListItem = z.infer<typeof BillListItem>

const mostBillsPerPage = 100

/** Pages count from 1; without one, the newest hundred. */
export const listBills = call({
  method: 'POST',
  path: '/api/v1/my-bills-list',
  group: 'dashboard',
  summary: 'The bills of an account, the newest first (C§2.5, A§7, C§7)',
  access,
  body: z.object({
    accountId: AccountNumber,
    page: z.number().int().min(1).max(10_000).default(1),
    size: z.number().int().min(1).max(mostBillsPerPage).default(mostBillsPerPage),
  }),
  reply: z.object({ result: z.array(BillListItem), total: z.number().int() }),
  problems: {},
})

/** Places in the three lists correspond. Bills whose periods end in the same month are added up. */
export const readConsumption = call({
  method: 'POST',
  path: '/api/v1/user-consumption-chart',
  group: 'dashboard',
  summary: `${chartMonths} months of water use and bill amounts (C§2.5, A§7, C§7)`,
  access,
  body: z.object({ accountId: AccountNumber }),
  reply: z.object({
    isHaveConsumptionChart: z.boolean(),
    /** `MM/YYYY` */
    months: z.array(z.string()),
    /** Gallons; null when no meter was read. */
    totalWater: z.array(z.number().int().nullable()),
    /** Without older debt. */
    amounts: z.array(DecimalAmount),
    /** The same of the same months one year earlier; null where nothing was read or billed. */
    totalWaterYearBefore: z.array(z.number().int().nullable()),
    amountsYearBefore: z.array(DecimalAmount.nullable()),
  }),
  problems: {},
})
