import { useNetwork } from '@mantine/hooks'
import { payNowTexts } from '@portal/contract/pay-now'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { LockIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './wizard.module.css'

/** PAY NOW, or Please wait... while it works (C§4). Without a network it says so instead of failing. */
export function PayButton({ isPaying }: { readonly isPaying: boolean }) {
  const { online } = useNetwork()
  const offlineId = useId()
  return (
    <div className={classes.actions}>
      {online ? null : (
        <Notice
          tone="warning"
          id={offlineId}
          title="You are offline. Paying works again when the connection is back."
        />
      )}
      <Button
        type="submit"
        wide
        large
        busy={isPaying}
        blocked={!online}
        describedBy={online ? undefined : offlineId}
        icon={<LockIcon size={22} />}
      >
        {isPaying ? payNowTexts.wait : payNowTexts.pay}
      </Button>
    </div>
  )
}
