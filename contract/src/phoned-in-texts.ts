const accountColumns = {
  account: 'Account ID',
  location: 'Service Location',
  billDate: 'Bill Date',
  amount: 'Amount',
  dueDate: 'Due Date',
} as const

/** Texts of Phoned-In Bill Payments (A§2, A§3, A§5), and ours where the specification names none. */
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
  /** Worded for the clerk. Customers are told to call customer service, where the clerk works. */
  cashOnly: 'Cash only. The caller can pay at an office.',
  beingPaid: 'Do not take another payment yet. A payment for this account is unconfirmed.',
  nothingTyped: 'Please add atleast 1 search parameter!',
  nothingFound: 'Please search an account!',
  nothingTicked: 'Please add atleast 1 account to your cart!',
} as const

/** One search looks up this many accounts at most. */
export const mostAccountsPerSearch = 20

/** What is said of a pasted list with more accounts than one search takes: how many are left out, and the first of them. */
export function notTakenIn(count: number, first: string): string {
  return count === 1 ? `One number was too many: ${first}.` : `${count} numbers were too many, from ${first} on.`
}

/** A look-up that failed: the server's description, and the account id in brackets (A§8). */
export function lookUpFailed(description: string, accountId: string): string {
  return `${description} [${accountId}]`
}
