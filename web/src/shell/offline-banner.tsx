import { Notice } from '#ui/text/notice.tsx'
import { useIsOnline } from '#ui/waiting/use-is-online.ts'
import classes from './offline-banner.module.css'

/** A banner that is shown while the browser is offline. */
export function OfflineBanner() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={classes.place}>
      {isOnline ? null : (
        <div className={classes.banner}>
          <Notice tone="warning" title="You are offline. You can keep reading, and pay once you are back online." />
        </div>
      )}
    </div>
  )
}
