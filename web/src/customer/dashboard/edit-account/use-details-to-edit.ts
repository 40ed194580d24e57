import { listCountries, readDetailsToEdit } from '@portal/contract/edit-account'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import { listSecurityQuestions } from '@portal/contract/sign-up'
import { useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'

/** Loads everything the view needs: the customer's details, the security questions, and the states of the country. */
export function useDetailsToEdit(personId: PersonId, accountId: AccountNumber | undefined) {
  const { profile } = usePortalStart()
  const common = { staleTime: Infinity }
  const details = useQuery({
    ...common,
    queryKey: ['details-to-edit', personId, accountId],
    queryFn: async ({ signal }) => {
      const body = { personId, division: profile.division, ...(accountId ? { accountId } : {}) }
      return (await send(readDetailsToEdit, { body, signal })).result
    },
    // Fetched for every edit; during an edit only on request.
    gcTime: 0,
  })
  const questions = useQuery({
    ...common,
    queryKey: ['security-questions'],
    queryFn: async ({ signal }) => (await send(listSecurityQuestions, { signal })).result,
  })
  const countries = useQuery({
    ...common,
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await send(listCountries, { signal })).result,
  })
  return {
    onFile: details.data,
    questions: questions.data,
    states: countries.data?.[0]?.states,
    error: details.error ?? questions.error ?? countries.error,
    refetch: async () => await Promise.all([details.refetch(), questions.refetch(), countries.refetch()]),
    /** Fetches the details again, after an edit of an outdated version. */
    readAgain: details.refetch,
  }
}
