import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { asProblem } from '#api/send.ts'
import { ProblemNotice } from '#payment/problem-notice.tsx'
import { Button } from '#ui/button.tsx'

interface RetryProps {
  readonly error: Error
  readonly onTryAgain: () => void
}

/** A part of a view that did not load (C§8): why, and the way to ask again. The rest of the view stays. */
export function Retry({ error, onTryAgain }: RetryProps) {
  return (
    <ProblemNotice
      problem={asProblem(error).inWords(accountSummaryTexts.loadFailed)}
      actions={
        <Button look="secondary" onClick={onTryAgain}>
          Try again
        </Button>
      }
    />
  )
}
