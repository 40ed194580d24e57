/** At most this many of the accounts found are offered at once. */
export const mostFoundToChoose = 8

/** The texts of the search among a customer's own accounts; ours, because the specification has no search. */
export const accountSearchTexts = {
  label: 'Find an account',
  hint: 'Account number or service location',
  noneFound: 'No accounts found',
  showAll: 'Show all accounts',
  firstOnly: `Showing the first ${mostFoundToChoose}. Type more to narrow the list.`,
} as const

/** What a search found, while accounts may still be arriving: `3 of 220 accounts found`. */
export function accountsFound({ found, arrived, total }: { found: number; arrived: number; total: number }): string {
  if (arrived < total) return `${found} found so far. ${arrived} of ${total} accounts loaded.`
  return found === 0 ? accountSearchTexts.noneFound : `${found} of ${total} accounts found`
}
