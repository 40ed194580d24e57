import { type ReactNode, useEffect, useRef } from 'react'
import { TryAgain } from '#ui/button/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { useCountdown, waitInWords } from '#ui/waiting/countdown.ts'
import type { ApiProblem } from './problem.ts'
import classes from './problem-notice.module.css'

interface ProblemNoticeProps {
  readonly problem: ApiProblem
  readonly children?: ReactNode
  /** Omitted where the button that was pressed can be pressed again. */
  readonly onTryAgain?: () => unknown
  /** Such as a link to a result. */
  readonly actions?: ReactNode
}

/** A screen reader announces it at once. */
export function ProblemNotice({ problem, children, onTryAgain, actions }: ProblemNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  // It may be far above the button that was pressed.
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [problem.message])
  return (
    <Notice ref={box} tone="error" role="alert" title={t(problem.message)}>
      {problem.detail ? <p>{t(problem.detail)}</p> : null}
      {children}
      {problem.retryAfterSeconds ? <Wait seconds={problem.retryAfterSeconds} problem={problem} /> : null}
      {actions || onTryAgain ? (
        <div className={classes.actions}>
          {onTryAgain ? <TryAgain look="primary" onClick={onTryAgain} /> : null}
          {actions}
        </div>
      ) : null}
      {problem.requestId ? (
        <p className={classes.reference}>
          {t('If you contact us about this, give this reference: {requestId}.', { requestId: problem.requestId })}
        </p>
      ) : null}
    </Notice>
  )
}

function Wait({ seconds, problem }: { readonly seconds: number; readonly problem: ApiProblem }) {
  const left = useCountdown(seconds, problem)
  // Announced once, with the message, and not again every second.
  return (
    <p aria-live="off">
      {left === 0
        ? t('You can try again now.')
        : t('You can try again in {waitInWords}.', { waitInWords: waitInWords(left) })}
    </p>
  )
}
