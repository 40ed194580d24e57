import { useEffect, useState } from 'react'
import classes from './loading.module.css'
import { Spinner } from './spinner.tsx'

/** Nothing is shown of a wait shorter than this, and a longer one is said to be one; milliseconds. */
const quickEnough = 200
const slow = 8000

interface LoadingProps {
  /** What is on its way: 'Loading bills'. */
  readonly what: string
  /** How much room it will take; rows of a table. */
  readonly rows?: number
}

/** While something is on its way: its shape in grey, after a moment, and one line for those who listen. */
export function Loading({ what, rows = 4 }: LoadingProps) {
  const [waited, setWaited] = useState(0)
  useEffect(() => {
    const timers = [quickEnough, slow].map((time) => setTimeout(() => setWaited(time), time))
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <div className={classes.loading}>
      <p role="status">
        {waited >= quickEnough ? (
          <>
            <Spinner size={16} />
            {what}…
          </>
        ) : null}
        {waited >= slow ? ' Still working…' : ''}
      </p>
      <div className={classes.skeleton} data-shown={waited > 0 || undefined} aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} />
        ))}
      </div>
    </div>
  )
}
