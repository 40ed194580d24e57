import { Notice } from '#ui/text/notice.tsx'
import { useIsAnswering, useIsOnline } from '#ui/waiting/use-is-online.ts'
import classes from './offline-banner.module.css'

const serverAway = 'We can’t reach our server. We’ll keep trying.'
const customerOffline = 'You’re offline. You can keep reading, but you can’t pay until you’re back online.'
const consoleOffline = 'You’re offline. You can keep reading, but changes have to wait until you’re back online.'

/**
 * A banner that is shown while the browser is offline, or something that was opened waits for the server. Most of the
 * console's work is not paying.
 */
export function OfflineBanner({ isConsole }: { readonly isConsole: boolean }) {
  const isOnline = useIsOnline()
  const isAnswering = useIsAnswering()
  const offline = isConsole ? consoleOffline : customerOffline
  return (
    <div role="status" className={classes.place}>
      {isOnline && isAnswering ? null : (
        <div className={classes.banner}>
          <Notice tone="warning" title={isOnline ? serverAway : offline} />
        </div>
      )}
    </div>
  )
}
