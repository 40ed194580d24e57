/** Texts of the reports (A§2, A§8), and ours where the specification names none. */
export const reportsTexts = {
  title: 'All Payments/Transaction Inquiry (Successful and Unsuccessful Transactions)',
  exportCsv: 'Export CSV',
  noPayments: 'No Web Payments Made',
  noLog: 'No transaction log found',
  empty: 'No data available',
  tooLong: 'Please use at most 200 characters.',
  cardNumber: 'Please enter only the last 4 digits of the card.',
  search: 'Search',
  clear: 'Clear',
  paymentsOf: 'Date range:',
  showNew: 'Show new payments',
  refresh: 'Refresh',
  details: 'Details',
  showLog: 'Log',
  log: 'Transaction log',
  exceptions: 'Resolve or refund',
  paymentHistory: 'Payment history',
  webHistory: 'Web payment history',
  completeHistory: 'Complete history',
  reference: 'Reference Number',
  sendReceipt: 'Resend receipt',
  receiptTo: 'Email address',
  send: 'Send',
  receiptSent: (email: string) => `Receipt sent to ${email}.`,
} as const

/** What the columns of the list are called (A§3), in their order. */
export const reportColumns = {
  payment_date: 'Payment Date',
  receipt_number: 'Receipt Number',
  accountId: 'Account Number',
  amount: 'Amount',
  status: 'Status',
  mode: 'Mode',
  username: 'Username',
  card: 'Card',
  auth_no: 'Authorization Number',
  count: 'Accounts',
  transaction_tag: 'Transaction Tag',
  pay_eezy_seq_num: 'Sequence Number',
  process_message: 'Gateway Message',
  bank_response: 'Bank Response',
  ccb_status: 'Billing System',
  id: 'Payment ID',
} as const

/** What the four totals are called (A§3). */
export const reportTotals = {
  sumOnline: 'Online amount',
  totalOnline: 'Online payments',
  sumPhonedin: 'Phoned-In amount',
  totalPhonedIn: 'Phoned-In payments',
} as const

/** What the seven entries of a transaction log are called (A§3), in the order they happen. */
export const logEntries = {
  save_over_all_transaction: 'Payment saved',
  save_individual_transation: 'Account payments saved',
  payeezy_response: 'Gateway',
  save_ccb_response: 'Billing system',
  email_response: 'Confirmation email',
  update_over_all_transaction: 'Payment updated',
  update_individual_transaction: 'Account payments updated',
} as const

/** How the line of a transaction log begins when the card call returned nothing (A§8). */
export const cardCallFailed = 'PayEezy Failed'

/** Whether the billing system holds a payment (A§4), in words. */
export const ccbStatuses = { '1': 'Posted', '0': 'Not posted' } as const

/** Sizes of a page, and how many pages are offered at once (A§9). */
export const reportPaging = { sizes: [10, 30, 50], window: 4 } as const

/** What a list can be sorted by, in either direction. */
export const reportSorts = ['payment_date', 'amount'] as const
export type ReportSort = (typeof reportSorts)[number]

/** Rows of a complete payment history (A§9). */
export const historyRows = 18

/** `GWA-Admin-Control-Reports-31-01-2026.csv` for the calendar date it is exported on (A§9). */
export function csvFileName(division: string, date: string): string {
  const [year, month, day] = date.split('-')
  return `${division}-Admin-Control-Reports-${day}-${month}-${year}.csv`
}

/** What became of a payment, for people who look after payments. */
export const staffStatuses = {
  paid: 'Paid',
  declined: 'Declined',
  notCharged: 'Not charged',
  unconfirmed: 'Unconfirmed',
  refunded: 'Refunded',
} as const
export type StaffStatus = keyof typeof staffStatuses
