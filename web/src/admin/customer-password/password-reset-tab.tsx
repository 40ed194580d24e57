import { accountToSearch } from '@portal/contract/account-shape'
import { type WebUser, customerPasswordTexts, searchWebUser } from '@portal/contract/customer-password'
import { AccountToSearch } from '@portal/contract/ids'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { accountNumber } from '#account/bill-fields.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem, send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { viewNames } from '../console-view.ts'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { SearchResults } from './search-results.tsx'
import box from '#ui/page/card.module.css'
import classes from './password-reset.module.css'

/** Password Reset (A§2): finds the customers of an account and sets the password of one with an online account. */
export function PasswordResetTab() {
  const { search, pending, found, failure, problem } = useCustomerSearch()
  const [edited, setEdited] = useState<WebUser | null>(null)
  const [result, setResult] = useState<string | null>(null)
  return (
    <ViewFrame
      title={t(viewNames['password-reset'])}
      lead={t('Setting a new password also unlocks a locked online account. The customer is notified by email.')}
    >
      <SearchForm pending={pending} onSearch={search} />
      {failure ? <Notice tone="error" role="alert" title={failure} /> : null}
      {problem ? <ProblemNotice problem={problem} /> : null}
      {found ? (
        <SearchResults key={found.accountId} people={found.people} check={found.check} onEdit={setEdited} />
      ) : null}
      {edited ? (
        <ResetDialog
          customer={edited}
          onClose={() => setEdited(null)}
          onUpdated={(description) => {
            setEdited(null)
            setResult(t(description))
          }}
        />
      ) : null}
      {result === null ? null : (
        <ResultDialog title={t('Success')} onClose={() => setResult(null)}>
          <p>{result}</p>
        </ResultDialog>
      )}
    </ViewFrame>
  )
}

interface SearchFormProps {
  /** The account that is being searched for now; another one may be searched for meanwhile. */
  readonly pending: string | null
  readonly onSearch: (accountId: string) => void
}

const fields = {
  accountId: accountNumber(
    { id: 'customer-account', isSearch: true },
    rule(z.string().trim().min(1, customerPasswordTexts.accountRequired).pipe(AccountToSearch)),
  ),
}

/** The search for customers by account number (A§2). */
export function SearchForm({ pending, onSearch }: SearchFormProps) {
  const { form, onSubmit } = useForm(fields, { hasNoSummary: true })
  const isPending = accountToSearch(form.values.accountId) === pending
  const submit = onSubmit(({ accountId }) => onSearch(accountToSearch(accountId)))
  return (
    <form noValidate role="search" className={`${box.card} ${classes.search}`} onSubmit={submit} data-no-print>
      <Fields form={form} of={fields} />
      <Button type="submit" busy={isPending}>
        {isPending ? t('Searching…') : t(customerPasswordTexts.search)}
      </Button>
    </form>
  )
}

/** Searches the customers of an account; failures are worded as in A§8. */
export function useCustomerSearch() {
  const { profile } = usePortalStart()
  const search = useMutation({
    mutationFn: async (accountId: string) =>
      (await send(searchWebUser, { body: { accountId, username: '', division: profile.division } })).result,
  })
  const { data, error, variables: accountId = '' } = search
  const cause = error ? asProblem(error) : null
  const serverError = cause?.isUncertain ? t(customerPasswordTexts.serverError) : null
  return {
    search: search.mutate,
    /** The account that is being searched for now. */
    pending: search.isPending ? accountId : null,
    found: data
      ? {
          accountId,
          ...(data.status === 'Success' ? { people: data.desc, check: data.check } : { people: [], check: null }),
        }
      : null,
    /** The message of a failed search. */
    failure:
      data?.status === 'Failed'
        ? t(customerPasswordTexts.searchFailed, { description: t(data.description), accountId })
        : serverError,
    problem: cause && !cause.isUncertain ? cause : null,
  }
}
