import { customerPasswordTexts, searchWebUser } from '@portal/contract/customer-password'
import { searchFailed } from '@portal/contract/customer-password-texts'
import { useMutation } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { asProblem, send } from '#api/send.ts'

/** Searches the customers of an account; failures are worded as in A§8. */
export function useCustomerSearch() {
  const { profile } = usePortalStart()
  const search = useMutation({
    mutationFn: async (accountId: string) =>
      (await send(searchWebUser, { body: { accountId, username: '', division: profile.division } })).result,
  })
  const { data, error, variables: accountId = '' } = search
  const cause = error ? asProblem(error) : null
  const serverError = cause?.isUncertain ? customerPasswordTexts.serverError : null
  return {
    search: search.mutate,
    /** The account that is being searched for now. */
    pending: search.isPending ? accountId : null,
    found: data ? { accountId, people: data.status === 'Success' ? data.desc : [] } : null,
    /** The message of a failed search. */
    failure: data?.status === 'Failed' ? searchFailed(data.description, accountId) : serverError,
    problem: cause && !cause.isUncertain ? cause : null,
  }
}
