import { Notice } from '#ui/text/notice.tsx'
import { useIsAnswering, useIsOnline } from '#ui/waiting/use-is-online.ts'
import classes from './offline-banner.module.css'

const serverAway = 'Our server does not answer. We keep trying.'

/**
 * A banner that is shown while the browser is offline, or something that was opened waits for the server. Most of the
 * console's work is not paying.
 */
export function OfflineBanner({ isConsole }: { readonly isConsole: boolean }) {
  const isOnline = useIsOnline()
  const isAnswering = useIsAnswering()
  const offline = `You are offline. You can keep reading, and ${isConsole ? 'go on working' : 'pay'} once you are back online.`
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
