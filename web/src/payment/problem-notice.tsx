import { type ReactNode, useEffect, useRef } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { Button } from '#ui/button.tsx'
import { useCountdown, waitInWords } from '#ui/countdown.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './problem-notice.module.css'

interface ProblemNoticeProps {
  readonly problem: ApiProblem
  /** What else there is to say about it. */
  readonly children?: ReactNode
  /** Asks the server once more; leave out where there is a button to press again. */
  readonly onTryAgain?: () => unknown
  /** Other ways out, such as a look at a result. */
  readonly actions?: ReactNode
}

/** Why the server did not do what was asked, in place, with the way on. A screen reader reads it at once. */
export function ProblemNotice({ problem, children, onTryAgain, actions }: ProblemNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  // It may stand far above the button that was pressed.
  useEffect(() => {
    // Newer browsers answer a promise, which is nothing to clean up.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [problem.message])
  return (
    <Notice ref={box} tone="error" role="alert" title={problem.message}>
      {problem.detail ? <p>{problem.detail}</p> : null}
      {children}
      {problem.retryAfterSeconds ? <Wait seconds={problem.retryAfterSeconds} problem={problem} /> : null}
      {actions || onTryAgain ? (
        <div className={classes.actions}>
          {onTryAgain ? <Button onClick={() => void onTryAgain()}>Try again</Button> : null}
          {actions}
        </div>
      ) : null}
      {problem.requestId ? <p className={classes.reference}>If you call us, quote {problem.requestId}.</p> : null}
    </Notice>
  )
}

function Wait({ seconds, problem }: { readonly seconds: number; readonly problem: ApiProblem }) {
  const left = useCountdown(seconds, problem)
  // Read out once, with the message; not again at every second.
  return <p aria-live="off">{left === 0 ? 'You can try again now.' : `You can try again in ${waitInWords(left)}.`}</p>
}
