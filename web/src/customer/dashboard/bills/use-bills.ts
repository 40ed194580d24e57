import { listBills } from '@portal/contract/bills'
import type { BodyOf } from '@portal/contract/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** A page of an account's bills, the newest first. */
export function useBills(body: BodyOf<typeof listBills>) {
  return useQuery({
    queryKey: ['bills', body],
    queryFn: async ({ signal }) => await send(listBills, { as: 'customer', body, signal }),
    // The page before stays until the next one has come, and the focus with it.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    networkMode: 'always',
  })
}
