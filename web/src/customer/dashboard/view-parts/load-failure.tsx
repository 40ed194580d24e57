import { mostReloads, reloadAfterMilliseconds } from '@portal/contract/account-summary-texts'
import { useEffect, useState } from 'react'
import { reloadPage } from '#session/reload-page.ts'
import { TryAgain } from '#ui/button/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { useIsOnline } from '#ui/waiting/use-is-online.ts'
import { rememberReload, reloadsSoFar } from './reload-memory.ts'
import classes from '../dashboard.module.css'

interface LoadFailureProps {
  /** A message of C§8. */
  readonly message: string
  readonly onTryAgain: () => void
}

/**
 * Shown when something failed to load (C§4, C§8): the message, and a reload of the page after a second. After two
 * reloads in a row it stays and leaves the next attempt to the customer (WCAG 2.2.1). Offline it waits for the network,
 * because a reload would replace the page with the browser's own error page.
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
        <p>This page will reload in a moment.</p>
      ) : (
        <div className={classes.actions}>
          <TryAgain look="primary" onClick={onTryAgain} />
        </div>
      )}
    </Notice>
  )
}
