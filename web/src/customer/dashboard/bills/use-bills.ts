import { listBills } from '@portal/contract/bills'
import type { BodyOf } from '@portal/contract/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** One page of an account's bills, newest first. */
export function useBills(body: BodyOf<typeof listBills>) {
  return useQuery({
    queryKey: ['bills', body],
    queryFn: async ({ signal }) => await send(listBills, { as: 'customer', body, signal }),
    // The previous page stays visible, and keeps the focus, until the next one has arrived.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}
