import type { WebUser } from '@portal/contract/customer-password'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { viewNames } from '../console-view.ts'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchResults } from './search-results.tsx'
import { useCustomerSearch } from './use-customer-search.ts'

/** Password Reset (A§2): finds the customers of an account and sets the password of one with an online account. */
export function PasswordResetTab() {
  const { search, pending, found, failure, problem } = useCustomerSearch()
  const [edited, setEdited] = useState<WebUser | null>(null)
  const [result, setResult] = useState<string | null>(null)
  return (
    <ViewFrame
      title={viewNames['password-reset']}
      lead="Setting a new password also unlocks a locked online account. The customer is notified by email."
    >
      <SearchForm pending={pending} onSearch={search} />
      {failure ? <Notice tone="error" role="alert" title={failure} /> : null}
      {problem ? <ProblemNotice problem={problem} /> : null}
      {found ? <SearchResults key={found.accountId} people={found.people} onEdit={setEdited} /> : null}
      {edited ? (
        <ResetDialog
          customer={edited}
          onClose={() => setEdited(null)}
          onUpdated={(description) => {
            setEdited(null)
            setResult(description)
          }}
        />
      ) : null}
      {result === null ? null : (
        <ResultDialog title="Success" onClose={() => setResult(null)}>
          <p>{result}</p>
        </ResultDialog>
      )}
    </ViewFrame>
  )
}
