import { searchPhonedInAccounts } from '@portal/contract/phoned-in'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { send } from '#api/send.ts'
import { changePhonedIn } from './cart.ts'
import { recallPhonedIn, rememberPhonedIn } from './cart-memory.ts'

/** What the clerk typed and chose, kept over a reload of the tab. */
export function usePhonedIn(adminId: number) {
  const [state, change] = useReducer(changePhonedIn, adminId, recallPhonedIn)
  useEffect(() => rememberPhonedIn(adminId, state), [adminId, state])
  return [state, change] as const
}

/** What the server says of the accounts that were searched for; asked anew whenever the tab is opened. */
export function useLookUp(accountIds: readonly string[]) {
  const asked = useQuery({
    queryKey: ['phoned-in', accountIds],
    queryFn: async ({ signal }) =>
      await send(searchPhonedInAccounts, { body: { accountIds: [...accountIds] }, signal }),
    enabled: accountIds.length > 0,
    networkMode: 'always',
    // Every look-up stands in the audit log: nothing is looked up behind the clerk's back.
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
