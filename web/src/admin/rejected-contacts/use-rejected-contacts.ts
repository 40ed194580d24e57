import { listRejectedContacts, settleRejectedContact } from '@portal/contract/rejected-contacts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#api/send.ts'

const queryKey = ['rejected-contacts'] as const

/**
 * The changes that the billing system refused, oldest first; each page continues after the last entry of the previous
 * one.
 */
export function useRejectedContacts() {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => await send(listRejectedContacts, { query: { after: pageParam }, signal }),
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? (changes.at(-1)?.id ?? null) : null),
  })
}

/** Removes a change from the list. If somebody else was faster, the list is fetched again all the same. */
export function useSettleContact(id: number, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => await send(settleRejectedContact, { params: { id: String(id) }, body: {} }),
    onSuccess: onDone,
    onSettled: async () => await client.invalidateQueries({ queryKey }),
  })
}
