import { useEffect, useState } from 'react'
import { t } from '#ui/text/t.ts'
import { Spinner } from '../icons.tsx'
import classes from './loading.module.css'

/** In milliseconds: a wait shorter than `quickEnough` shows nothing, one longer than `slow` says that it takes long. */
const quickEnough = 200
const slow = 8000

interface LoadingProps {
  /** Such as 'Loading bills'. */
  readonly what: string
  /** That the placeholder takes up. */
  readonly rows?: number
}

/** After a moment, gray bars and one line for screen readers. */
export function Loading({ what, rows = 4 }: LoadingProps) {
  const [waited, setWaited] = useState(0)
  useEffect(() => {
    const timers = [quickEnough, slow].map((time) => setTimeout(() => setWaited(time), time))
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <div className={classes.loading} data-loading>
      <p role="status">
        {waited >= quickEnough ? (
          <>
            <Spinner size={16} />
            {what}…
          </>
        ) : null}
        {waited >= slow ? t(' Still working…') : ''}
      </p>
      <div className={classes.skeleton} data-shown={waited > 0 || undefined} aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} />
        ))}
      </div>
    </div>
  )
}
