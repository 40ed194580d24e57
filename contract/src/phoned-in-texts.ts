/** Texts of Phoned-In Bill Payments (A§2, A§3, A§5, A§8), and ours where the specification names none. */
export const phonedInTexts = {
  title: 'Phoned-In Bill Payments',
  steps: ['Account Summary', 'Shopping Cart'],
  /** Step 1 (A§2). */
  searchTitle: 'Account Search',
  accountNumber: 'Account number',
  addRow: 'Add another account number',
  search: 'Search',
  searching: 'Searching…',
  caption: 'Account Summary',
  columns: ['Account ID', 'Customer Name', 'Service Location', 'Bill Date', 'Amount', 'Due Date', 'Actions'],
  details: 'Details',
  paymentHistory: 'Payment History',
  addToCart: 'Add to Cart',
  cancel: 'Cancel',
  /** Messages of A§5, to the letter. */
  nothingTyped: 'Please add atleast 1 search parameter!',
  nothingFound: 'Please search an account!',
  nothingTicked: 'Please add atleast 1 account to your cart!',
  serverError: 'Server Error!',
  /** Step 2 (A§2). */
  cartTitle: 'Shopping Cart',
  cartColumns: ['Account ID', 'Service Location', 'Bill Date', 'Amount', 'Due Date', 'Amount to be Paid'],
  subTotal: 'Subtotal',
  back: 'Back',
  dueNow: 'Due Now',
  /** Payment History (A§3): what the portal took, and what the billing system holds. */
  webPayments: 'Web Payments',
  webColumns: ['Payment Date', 'Username', 'Receipt Number', 'Transaction Tag', 'Status', 'Amount'],
  completeHistory: 'Complete Payment History',
  completeColumns: ['Payment Date', 'Transaction', 'Amount'],
  noPayments: 'No data available',
} as const

/** One search looks up this many accounts at most. */
export const mostAccountsPerSearch = 20

/** A look-up that failed: the server's description, and the account id in brackets (A§8). */
export function lookUpFailed(description: string, accountId: string): string {
  return `${description} [${accountId}]`
}
