import { searchPhonedInAccounts } from '@portal/contract/phoned-in'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { send } from '#api/send.ts'
import { recallPhonedIn, rememberPhonedIn } from './cart-memory.ts'
import { changePhonedIn } from './cart.ts'

/** What the clerk has typed and chosen; survives a reload of the tab. */
export function usePhonedIn(adminId: number) {
  const [state, change] = useReducer(changePhonedIn, adminId, recallPhonedIn)
  useEffect(() => rememberPhonedIn(adminId, state), [adminId, state])
  return [state, change] as const
}

/** The result of the last search; fetched again whenever the tab is opened. */
export function useLookUp(accountIds: readonly string[]) {
  const asked = useQuery({
    queryKey: ['phoned-in', accountIds],
    queryFn: async ({ signal }) =>
      await send(searchPhonedInAccounts, { body: { accountIds: [...accountIds] }, signal }),
    enabled: accountIds.length > 0,
    // Every look-up is written to the audit log, so none is made automatically.
    refetchOnReconnect: false,
    gcTime: 0,
  })
  const result = asked.data?.result ?? []
  return {
    accounts: result.flatMap((each) => (each.status === 'Success' ? [each.account] : [])),
    failed: result.flatMap((each) => (each.status === 'Failed' ? [each] : [])),
    error: asked.error,
    isPending: asked.isFetching,
    lookAgain: () => void asked.refetch(),
  }
}
export type LookUp = ReturnType<typeof useLookUp>
