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
export type BillingPart = (typeof billingParts)[number]

/** How it is known that billing data contain a payment made here (docs/billing-files.md). */
export const containments = ['reference', 'loadedFile', 'cutoff'] as const
export type Containment = (typeof containments)[number]

interface PartOfData {
  /** As `file.column`: the part is missing where none of them has a value in any row of a run. */
  columns: readonly string[]
  /** What pages do then; a line of docs/billing-files.md. */
  without: string
}

/** The one place that says what follows from columns that are not there. */
export const partsOfData: Readonly<Record<BillingPart, PartOfData>> = {
  usage: {
    columns: ['usage.quantity'],
    without: 'No usage page, chart or heading, also not on bills',
  },
  billLines: { columns: ['bills.line_amount'], without: 'Bills have dates and amounts, and no charges' },
  bills: { columns: ['bills.amount'], without: 'The last bill only: no page and no list of bills' },
  billDate: {
    columns: ['accounts.bill_date', 'bills.bill_date'],
    without: 'No bills, no AutoPay, no notifications about bills; staff read why',
  },
  dueDate: {
    columns: ['accounts.due_date', 'bills.due_date'],
    without: 'Amounts are due now. No bills, no AutoPay, no notifications about bills; staff read why',
  },
  ages: {
    columns: ['accounts.past_due_30', 'accounts.past_due_60', 'accounts.past_due_90', 'accounts.past_due_older'],
    without: 'After its due date, the whole amount is past due; staff see no ages',
  },
  serviceAddress: { columns: ['accounts.service_address'], without: 'The account number alone, and no empty line' },
  payments: {
    columns: ['payments.amount'],
    without: 'The history has payments made here, and says where others are',
  },
}

/** Every column on which a page depends. */
export function columnsOfParts(): string[] {
  return billingParts.flatMap((part) => partsOfData[part].columns)
}

/** @param columns that had no value in any row, as `file.column` */
export function partsWithout(columns: readonly string[]): BillingPart[] {
  return billingParts.filter((part) => partsOfData[part].columns.every((column) => columns.includes(column)))
}

/** Without both dates of bills there is nothing that AutoPay could charge, or a notification could be about. */
export function hasBillDates(lacks: readonly BillingPart[]): boolean {
  return !lacks.includes('billDate') && !lacks.includes('dueDate')
}

/** All ours. */
export const billingDataTexts = {
  balancesOf: 'Balances as of {day}. Payments made elsewhere since then are not in them yet.',
  dueNow: 'Amount due now',
  paymentsElsewhere: 'Payments made elsewhere appear in your balance.',
  noAutopay: 'AutoPay: not possible. The files of the billing system have no bill dates or due dates.',
} as const
