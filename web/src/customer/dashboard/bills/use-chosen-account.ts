import { AccountNumber } from '@portal/contract/ids'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import type { Accounts } from '../use-accounts.ts'

const route = getRouteApi(paths.dashboard)

/**
 * The account that the address names if it is one of the customer's, else their first; null without accounts. While
 * others are still arriving, a named one is taken at its word: the server refuses what is not the customer's.
 */
export function useChosenAccount(accounts: Accounts): AccountNumber | null {
  const { account } = route.useSearch()
  const named = AccountNumber.safeParse(account).data
  if (named && (accounts.hasMore || accounts.rows.some((row) => row.accID === named))) return named
  return accounts.rows[0]?.accID ?? null
}
