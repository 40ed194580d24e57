import { ProblemNotice } from '#api/problem-notice.tsx'
import { serverError } from './server-error.ts'

interface RetryProps {
  readonly error: unknown
  readonly onTryAgain: () => unknown
}

/**
 * Shown in place of a part of the console that failed to load: the reason in the console's wording (A§8), and a button
 * to try again.
 */
export function Retry({ error, onTryAgain }: RetryProps) {
  return <ProblemNotice problem={serverError(error)} onTryAgain={onTryAgain} />
}
