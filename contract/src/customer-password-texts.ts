/** Texts of the console's Password Reset (A§2, A§5, A§8), and ours where the specification names none. */
export const customerPasswordTexts = {
  searchResults: 'Search Results',
  noOnlineAccount: 'No online account',
  noAction: 'No action available',
  empty: 'No data available',
  accountRequired: 'Please enter an account number.',
  /** Shown with the account number in brackets behind it. */
  notFound: 'Account number not found',
  updated: 'The password is successfully updated!',
  notEnrolled: 'This customer has no online account.',
} as const

/** Page sizes and pages offered at once (A§9). */
export const customerPasswordPaging = { sizes: [10, 30, 50], window: 4 } as const
