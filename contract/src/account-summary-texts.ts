/** The texts of the account summary that the specification fixes (C§2.5, C§8). */
export const accountSummaryTexts = {
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
  /** Also used for the bills and the payment history of a row. */
  loadFailed: 'Server Error. Try again later!',
} as const

/** `Accounts: 6 / 42` (C§2.5). */
export function accountsShown(shown: number, total: number): string {
  return `Accounts: ${shown} / ${total}`
}

/** The dashboard reloads this long after a failed load (C§4), at most `mostReloads` times in a row. */
export const reloadAfterMilliseconds = 1000
export const mostReloads = 2
