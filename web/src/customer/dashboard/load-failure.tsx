import { mostReloads, reloadAfterMilliseconds } from '@portal/contract/account-summary-texts'
import { useEffect, useState } from 'react'
import { reloadPage } from '#session/reload-page.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useIsOnline } from '#ui/use-is-online.ts'
import classes from './dashboard.module.css'
import { rememberReload, reloadsSoFar } from './reload-memory.ts'

interface LoadFailureProps {
  /** In the words of C§8. */
  readonly message: string
  readonly onTryAgain: () => void
}

/**
 * What stands in place of something that did not load (C§4, C§8): the message, and the page loads anew after a second.
 * After two times in a row it stays and leaves the next try to the customer (WCAG 2.2.1). Without a network it waits
 * for one: the browser would put its own page in place of ours.
 */
export function LoadFailure({ message, onTryAgain }: LoadFailureProps) {
  const [reloads] = useState(() => reloadsSoFar() < mostReloads)
  const isOnline = useIsOnline()
  useEffect(() => {
    if (!reloads || !isOnline) return undefined
    const timer = setTimeout(() => {
      rememberReload()
      reloadPage()
    }, reloadAfterMilliseconds)
    return () => clearTimeout(timer)
  }, [reloads, isOnline])
  return (
    <Notice tone="error" role="alert" title={<span className={classes.lines}>{message}</span>}>
      {reloads ? (
        <p>This page loads again in a moment.</p>
      ) : (
        <div className={classes.actions}>
          <Button onClick={onTryAgain}>Try again</Button>
        </div>
      )}
    </Notice>
  )
}
