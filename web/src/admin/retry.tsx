import { ProblemNotice } from '#payment/problem-notice.tsx'
import { serverError } from './server-error.ts'

interface RetryProps {
  readonly error: unknown
  readonly onTryAgain: () => unknown
}

/** A part of the console that did not load: why, as the console words it (A§8), and the way to ask again. */
export function Retry({ error, onTryAgain }: RetryProps) {
  return <ProblemNotice problem={serverError(error)} onTryAgain={onTryAgain} />
}
