import { listCountries, readDetailsToEdit } from '@portal/contract/edit-account'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import { listSecurityQuestions } from '@portal/contract/sign-up'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { usePortalStart } from '#session/portal-start.tsx'

/** Everything the view needs: the customer's details, the questions to choose from, and the states of the country. */
export function useDetailsToEdit(personId: PersonId, accountId: AccountNumber | undefined) {
  const { profile } = usePortalStart()
  const common = { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY } as const
  const details = useQuery({
    ...common,
    queryKey: ['details-to-edit', personId, accountId],
    queryFn: async ({ signal }) => {
      const body = { personId, division: profile.division, ...(accountId ? { accountId } : {}) }
      return (await send(readDetailsToEdit, { body, signal })).result
    },
    // Read anew for every edit; while one is under way only when asked to.
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
    /** The details as they are now, for an edit that was made from older ones. */
    readAgain: details.refetch,
  }
}
