import { Notice } from '#ui/notice.tsx'
import { useIsOnline } from '#ui/use-is-online.ts'
import classes from './offline-banner.module.css'

/** Says when the browser has no network, and goes away by itself. */
export function OfflineBanner() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {isOnline ? null : (
        <div className={classes.banner}>
          <Notice
            tone="warning"
            title="You are offline. You can keep reading; paying works again with the connection."
          />
        </div>
      )}
    </div>
  )
}
