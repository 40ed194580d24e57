import { useNetwork } from '@mantine/hooks'
import { Notice } from '#ui/notice.tsx'
import classes from './offline-banner.module.css'

/** Says when the browser has no network, and goes away by itself. */
export function OfflineBanner() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {online ? null : (
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
