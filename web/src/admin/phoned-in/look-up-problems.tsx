import { lookUpFailed } from '@portal/contract/phoned-in-texts'
import { Notice } from '#ui/text/notice.tsx'
import { Retry } from '../view-parts/retry.tsx'
import type { LookUp } from './use-phoned-in.ts'

/** Shows what could not be looked up: single accounts with their reasons (A§8), or the whole search. */
export function LookUpProblems({ lookUp }: { readonly lookUp: LookUp }) {
  const { failed, error, isPending, lookAgain } = lookUp
  if (error && !isPending) {
    return <Retry error={error} onTryAgain={lookAgain} />
  }
  if (failed.length === 0) return null
  return (
    <Notice
      tone="error"
      role="alert"
      title={failed.length === 1 ? '1 account was not found.' : `${failed.length} accounts were not found.`}
    >
      {failed.map(({ accountId, description }) => (
        <p key={accountId}>{lookUpFailed(description, accountId)}</p>
      ))}
    </Notice>
  )
}
