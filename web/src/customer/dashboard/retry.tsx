import { asProblem } from '#api/send.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './dashboard.module.css'

interface RetryProps {
  readonly error: Error
  readonly onTryAgain: () => void
}

/** A part of a view that did not load: why, and the way to ask again. The rest of the view stays. */
export function Retry({ error, onTryAgain }: RetryProps) {
  const { message, detail } = asProblem(error)
  return (
    <Notice tone="error" role="alert" title={message}>
      {detail ? <p>{detail}</p> : null}
      <div className={classes.actions}>
        <Button look="secondary" onClick={onTryAgain}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}
