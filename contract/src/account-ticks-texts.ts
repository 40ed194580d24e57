/**
 * Customers with more accounts than this are offered a search; its texts are in `account-search-texts.ts`. A shorter
 * list is quicker to read than to search.
 */
export const accountsWithoutSearch = 20

/** The label of 'check all' (C§4), and its label while only the accounts that a search found are shown. */
export const payAll = 'Pay all accounts'
export const payAllFound = 'Pay all accounts found'

/** How many accounts are ticked, and how many of them a search hides: `3 selected (2 hidden by your search)`. */
export function accountsTicked(ticked: number, hidden: number): string {
  return `${ticked} selected${hidden > 0 ? ` (${hidden} hidden by your search)` : ''}`
}
