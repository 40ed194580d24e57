import type { ReplyOf } from '@portal/contract/call'
import { readSession } from '@portal/contract/sign-in'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** The signed-in customer. */
export type Person = Pick<ReplyOf<typeof readSession>, 'username' | 'personId' | 'mustChangePassword'>

/** Asks the server who is signed in; what the browser has stored about it is never trusted (R5). */
export function usePerson() {
  return useQuery({
    queryKey: ['person'],
    queryFn: async ({ signal }): Promise<Person> => await send(readSession, { signal }),
    staleTime: Infinity,
  })
}
