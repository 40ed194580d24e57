import type { PayMethod } from '@portal/contract/bank-accounts'
import type { Cents } from '@portal/contract/money'
import { useEffect, useRef, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { TryAgain } from '#ui/button/button.tsx'
import { useForgetting } from '#ui/form/use-forgetting.ts'
import { ContactList } from '#ui/text/contact-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { bankAccountId, type CardFrame, cardNumberId } from './card-frame.ts'
import { loadFrame } from './frame/load-frame.ts'
import classes from './card-frame-field.module.css'

interface CardFrameFieldProps {
  readonly frameRef: CardFrame
  readonly method?: PayMethod
  /** Null for a card that is saved without a payment. */
  readonly amount: Cents | null
  /** The card is saved with the payment. */
  readonly isToSave?: boolean
  /** The card belongs to somebody on the phone. */
  readonly byPhone?: boolean
}

/** In cents: the gateway takes no less. */
const least = 50

type State = 'loading' | 'shown' | 'failed'

const texts = {
  card: {
    id: cardNumberId,
    label: t('Card number, expiration date and CVV'),
    failed: t('The card form couldn’t load.'),
    loading: t('Loading the card form'),
  },
  bank: {
    id: bankAccountId,
    label: t('Bank account'),
    failed: t('The bank form couldn’t load.'),
    loading: t('Loading the bank form'),
  },
} as const satisfies Record<PayMethod, object>

/** A card or a bank account in the gateway's own frame: its number never comes to the portal (docs/payments.md). */
export function CardFrameField(props: CardFrameFieldProps) {
  const { frameRef, method = 'card', amount, isToSave = false, byPhone = false } = props
  const { id, label, failed, loading } = texts[method]
  const { cardFrame, profile } = usePortalStart()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('loading')
  const [tries, setTries] = useState(0)
  const firstAmount = useRef(amount)
  useEffect(() => {
    const element = place.current
    if (!cardFrame || !element) return
    let isGone = false
    const show = async () => {
      const frame = await loadFrame(cardFrame)
      const first = firstAmount.current === null ? null : Math.max(firstAmount.current, least)
      return await frame.mount({ element, method, amount: first, locale: profile.locale, byPhone })
    }
    const card = show().catch(() => null)
    frameRef.current = card
    void card.then((shown) => {
      if (!isGone) setState(shown ? 'shown' : 'failed')
    })
    return () => {
      isGone = true
      frameRef.current = null
      void card.then((shown) => shown?.remove())
    }
  }, [cardFrame, profile.locale, frameRef, tries, byPhone, method])
  const mountAgain = () => {
    setState('loading')
    setTries((count) => count + 1)
  }
  // What is typed in the gateway's frame can't be emptied from here: another one takes its place.
  useForgetting(mountAgain)
  useEffect(() => {
    if (amount !== null && amount >= least) void frameRef.current?.then((card) => card?.changeAmount(amount))
  }, [amount, frameRef])
  useEffect(() => {
    if (state === 'shown') void frameRef.current?.then((card) => card?.willSave(isToSave))
  }, [isToSave, state, frameRef])
  return (
    <div id={id} role="group" tabIndex={-1} aria-label={label} className={classes.frame}>
      {state === 'failed' ? (
        <Notice tone="error" role="alert" title={failed}>
          <p>{t('Your browser or network may block it. Nothing you typed is lost. Try again, or pay by phone.')}</p>
          <ContactList phones={profile.phones} />
          <TryAgain onClick={mountAgain} />
        </Notice>
      ) : null}
      {state === 'loading' ? <Loading what={loading} rows={2} /> : null}
      <div
        ref={place}
        className={classes.place}
        hidden={state === 'failed'}
        data-loading={state === 'loading' || undefined}
      />
    </div>
  )
}
