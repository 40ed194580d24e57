import { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'

/** The account part of an indivId follows this. */
const separator = '.'

/**
 * Identifies one account's payment to the browser: the overallId, which cannot be guessed, and the account number. It
 * is the same however often the account is saved.
 */
export function individualId(overallId: CheckoutPublicId, accountId: AccountNumber): string {
  return `${overallId}${separator}${accountId}`
}

/** What an overallId of a client names, or null when it cannot be one. */
export function readOverallId(text: string): CheckoutPublicId | null {
  return CheckoutPublicId.safeParse(text.trim().toLowerCase()).data ?? null
}

/** What an indivId of a client names, or null when it cannot be one. */
export function readIndividualId(text: string): { overallId: CheckoutPublicId; accountId: AccountNumber } | null {
  const [overall = '', account = '', ...more] = text.split(separator)
  const overallId = readOverallId(overall)
  const accountId = AccountNumber.safeParse(account).data
  return overallId && accountId && more.length === 0 ? { overallId, accountId } : null
}
