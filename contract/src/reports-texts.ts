/** Texts of the reports (A§2, A§8), and ours where the specification names none. */
export const reportsTexts = {
  title: 'All Payments/Transaction Inquiry (Successful and Unsuccessful Transactions)',
  exportCsv: 'Export CSV',
  noPayments: 'No Web Payments Made',
  noLog: 'No transaction log found',
  empty: 'No data available',
  date: 'Please enter a date as MM/DD/YYYY.',
  reversedDates: 'The first date is after the last date.',
} as const

/** Sizes of a page, and how many pages are offered at once (A§9). */
export const reportPaging = { sizes: [10, 30, 50], window: 4 } as const

/** Rows of a complete payment history (A§9). */
export const historyRows = 18

/** `GWA-Admin-Control-Reports-31-01-2026.csv` for the calendar date it is exported on (A§9). */
export function csvFileName(division: string, date: string): string {
  const [year, month, day] = date.split('-')
  return `${division}-Admin-Control-Reports-${day}-${month}-${year}.csv`
}

/** What became of a payment, for people who look after payments. */
export const paymentStandings = {
  paid: 'Paid',
  declined: 'Declined',
  notCharged: 'Not charged',
  beingConfirmed: 'Being confirmed',
  givenBack: 'Given back',
} as const
export type PaymentStanding = keyof typeof paymentStandings
