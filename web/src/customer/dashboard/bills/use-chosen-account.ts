import { AccountNumber } from '@portal/contract/ids'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import type { Accounts } from '../accounts/use-accounts.ts'

const route = getRouteApi(paths.dashboard)

/**
 * The account in the address if it is one of the customer's, otherwise their first; null without accounts. While
 * accounts are still arriving, any number is accepted: the server refuses those of others.
 */
export function useChosenAccount(accounts: Accounts): AccountNumber | null {
  const { account } = route.useSearch()
  const named = AccountNumber.safeParse(account).data
  if (named && (accounts.hasMore || accounts.rows.some((row) => row.accID === named))) return named
  return accounts.rows[0]?.accID ?? null
}
