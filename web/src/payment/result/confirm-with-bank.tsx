import { useEffect, useEffectEvent, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { loadFrame } from '../card/frame/load-frame.ts'
import classes from './result.module.css'

const texts = {
  payment: {
    asks: t('Your bank asks you to confirm this payment.'),
    until: t('Nothing is charged until you do. If you leave this page, the payment is canceled after 20 minutes.'),
  },
  card: {
    asks: t('Your bank asks you to confirm this card.'),
    until: t('Nothing is charged. If you leave this page, the card is not saved.'),
  },
} as const

interface ConfirmWithBankProps {
  readonly about?: keyof typeof texts
  /** For the gateway's script. */
  readonly secret: string
  /** Called when the bank has answered, or could not be asked. */
  readonly onDone: () => void
  readonly onAnotherCard: () => void
  /** Another card was asked for, and the gateway has not canceled this one yet. */
  readonly isLeaving?: boolean
}

/** The bank wants to see its customer before it pays (3-D Secure): it asks in a window of its own over the page. */
export function ConfirmWithBank(props: ConfirmWithBankProps) {
  const { about = 'payment', secret, onDone, onAnotherCard, isLeaving = false } = props
  const { cardFrame } = usePortalStart()
  const [hasFailed, setFailed] = useState(false)
  const ask = async () => {
    if (!cardFrame) return
    const frame = await loadFrame(cardFrame)
    await frame.confirm(secret)
  }
  const askBank = useEffectEvent(() => {
    ask().then(onDone, () => setFailed(true))
  })
  useEffect(() => askBank(), [secret])
  return (
    <article className={classes.result}>
      <PageHeading title={t('Confirm with your bank')} />
      <Notice tone="info" role="status" title={texts[about].asks}>
        <p>{texts[about].until}</p>
      </Notice>
      {hasFailed ? (
        <Notice tone="error" role="alert" title={t('We couldn’t open your bank’s page. Try again.')} />
      ) : null}
      <div className={classes.actions}>
        <Button
          look="pay"
          blocked={isLeaving}
          onClick={() => {
            setFailed(false)
            ask().then(onDone, () => setFailed(true))
          }}
        >
          {t('Confirm with your bank')}
        </Button>
        <Button look="secondary" busy={isLeaving} onClick={onAnotherCard}>
          {t('Use a different card')}
        </Button>
      </div>
    </article>
  )
}
