/** Texts of the console's Password Reset (A§2, A§5, A§8), and ours where the specification names none. */
export const customerPasswordTexts = {
  searchResults: 'Search Results',
  noOnlineAccount: 'No online account',
  noAction: 'No action available',
  empty: 'No data available',
  accountRequired: 'Please enter an account number.',
  /** Shown with the account number in brackets after it. */
  notFound: 'Account number not found',
  updated: 'The password is successfully updated!',
  notEnrolled: 'This customer has no online account.',
  search: 'Search',
  searching: 'Searching…',
  userId: 'User ID',
  customerName: 'Customer Name',
  actions: 'Actions',
  newPassword: 'New Password',
  confirmNewPassword: 'Confirm New Password',
  update: 'Update',
  /** A search or a reset that got no answer; the space is part of the text (A§8). */
  serverError: 'Server Error! ',
} as const

/** A search that failed: the server's description, and the account number in brackets (A§8). */
export function searchFailed(description: string, accountId: string): string {
  return `${description} [${accountId}]`
}

/** Page sizes and pages offered at once (A§9). */
export const customerPasswordPaging = { sizes: [10, 30, 50], window: 4 } as const
