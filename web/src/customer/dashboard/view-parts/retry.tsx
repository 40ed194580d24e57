import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { TryAgain } from '#ui/button/button.tsx'

interface RetryProps {
  readonly error: Error
  readonly onTryAgain: () => void
}

/** Shown in place of a part of a view that failed to load (C§8): the reason, and a button to try again. */
export function Retry({ error, onTryAgain }: RetryProps) {
  return (
    <ProblemNotice
      problem={asProblem(error).inWords(accountSummaryTexts.loadFailed)}
      actions={<TryAgain onClick={onTryAgain} />}
    />
  )
}
