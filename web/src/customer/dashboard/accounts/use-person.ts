import type { ReplyOf } from '@portal/contract/call'
import { readSession } from '@portal/contract/sign-in'
import { readUserDetails } from '@portal/contract/user-details'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** The signed-in customer. */
export type Person = Pick<ReplyOf<typeof readSession>, 'username' | 'personId'>

/** Asks the server who is signed in; what the browser has stored about it is never trusted (R5). */
export function usePerson() {
  return useQuery({
    queryKey: ['person'],
    queryFn: async ({ signal }): Promise<Person> => await send(readSession, { signal }),
    staleTime: Infinity,
  })
}

/** Name, addresses and contact details of the person, together with one of their accounts; by default the first. */
export function useUserDetails(personId: Person['personId'], accountId?: string) {
  return useQuery({
    queryKey: ['user-details', personId, accountId],
    queryFn: async ({ signal }) => {
      const body = accountId ? { personId, accountId } : { personId }
      return (await send(readUserDetails, { as: 'customer', body, signal })).result
    },
    staleTime: Infinity,
  })
}
