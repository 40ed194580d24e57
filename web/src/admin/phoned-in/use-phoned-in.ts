import type { ReplyOf } from '@portal/contract/call'
import { type PhonedInAccount, searchPhonedInAccounts } from '@portal/contract/phoned-in'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useReducer } from 'react'
import { send } from '#api/send.ts'
import { type PhonedIn, type PhonedInChange, changePhonedIn, recallPhonedIn, rememberPhonedIn } from './cart.ts'

/** What the clerk has typed and chosen; survives a reload of the tab. */
export function usePhonedIn(adminId: number) {
  const [state, change] = useReducer(changePhonedIn, adminId, recallPhonedIn)
  useEffect(() => rememberPhonedIn(adminId, state), [adminId, state])
  return [state, change] as const
}

/** The milliseconds between look-ups while an account is being paid (R19), until that payment is settled. */
const lookEvery = 30_000

/** The result of the last search; fetched again whenever the tab is opened. */
export function useLookUp(accountIds: readonly string[]) {
  const asked = useQuery({
    queryKey: ['phoned-in', accountIds],
    queryFn: async ({ signal }) =>
      await send(searchPhonedInAccounts, { body: { accountIds: [...accountIds] }, signal }),
    enabled: accountIds.length > 0,
    // Every look-up is written to the audit log, so none is made automatically unless the caller waits for it.
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => accountsIn(state.data).some(({ isBeingPaid }) => isBeingPaid) && lookEvery,
    gcTime: 0,
  })
  const result = asked.data?.result ?? []
  return {
    accounts: accountsIn(asked.data),
    failed: result.flatMap((each) => (each.status === 'Failed' ? [each] : [])),
    error: asked.error,
    isPending: asked.isFetching,
    lookAgain: () => void asked.refetch(),
  }
}
export type LookUp = ReturnType<typeof useLookUp>

function accountsIn(found: ReplyOf<typeof searchPhonedInAccounts> | undefined): PhonedInAccount[] {
  return found?.result.flatMap((each) => (each.status === 'Success' ? [each.account] : [])) ?? []
}

/** The props of each step of the flow. */
export interface StepProps {
  /** The signed-in administrator. */
  readonly adminId: number
  readonly state: PhonedIn
  readonly change: Dispatch<PhonedInChange>
  readonly lookUp: LookUp
}
