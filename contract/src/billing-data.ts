import { z } from 'zod'

/** What billing files may lack as a whole, so that pages do without it. An extract lacks nothing. */
export const billingParts = [
  'usage',
  'billLines',
  'bills',
  'billDate',
  'dueDate',
  'ages',
  'serviceAddress',
  'payments',
] as const
export const BillingPart = z.enum(billingParts)
export type BillingPart = z.infer<typeof BillingPart>

interface PartOfData {
  /** As `file.column`: the part is missing where none of them has a value in any row of a run. */
  columns: readonly string[]
  /** What pages do without it; also a line of docs/billing-files.md. */
  without: string
}

/** The one place that says what follows from a column that is not there. */
export const partsOfData: Readonly<Record<BillingPart, PartOfData>> = {
  usage: {
    columns: ['usage.quantity'],
    without: 'No usage page, menu entry, chart or heading; bills have no usage history',
  },
  billLines: { columns: ['bills.line_amount'], without: 'Bills have dates and amounts, and no charges' },
  bills: { columns: ['bills.amount'], without: 'The last bill only: no list of bills, and no page for it' },
  billDate: {
    columns: ['accounts.bill_date', 'bills.bill_date'],
    without: 'No bills and no AutoPay; staff read why',
  },
  dueDate: {
    columns: ['accounts.due_date', 'bills.due_date'],
    without: 'Amounts are due now; no AutoPay, and no reminder before a due date',
  },
  ages: {
    columns: ['accounts.past_due_30', 'accounts.past_due_60', 'accounts.past_due_90', 'accounts.past_due_older'],
    without: 'After its due date, the whole amount is past due; staff see no ages',
  },
  serviceAddress: { columns: ['accounts.service_address'], without: 'The account number alone, without an empty line' },
  payments: {
    columns: ['payments.amount'],
    without: 'The history has payments made here, and says that others are in the balance only',
  },
}

/** Every column on which a page depends. */
export const fileColumnsOfParts: readonly string[] = Object.values(partsOfData).flatMap(({ columns }) => columns)

/** @param columns that had no value in any row, as `file.column` */
export function partsWithout(columns: readonly string[]): BillingPart[] {
  return billingParts.filter((part) => partsOfData[part].columns.every((column) => columns.includes(column)))
}
