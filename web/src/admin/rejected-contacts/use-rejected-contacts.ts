import { listRejectedContacts, settleRejectedContact } from '@portal/contract/rejected-contacts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#api/send.ts'

const queryKey = ['rejected-contacts'] as const

/** The changes that the billing system refused, the oldest first; each further page goes on behind the last one. */
export function useRejectedContacts() {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => await send(listRejectedContacts, { query: { after: pageParam }, signal }),
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? (changes.at(-1)?.id ?? null) : null),
    networkMode: 'always',
  })
}

/** Takes a change off the list. When somebody was faster, the list is read again all the same. */
export function useSettleContact(id: number, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => await send(settleRejectedContact, { params: { id: String(id) }, body: {} }),
    onSuccess: onDone,
    onSettled: async () => await client.invalidateQueries({ queryKey }),
  })
}
