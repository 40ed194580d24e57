import { readUserDetails } from '@portal/contract/user-details'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '#account/use-person.ts'
import { send } from '#api/send.ts'

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
