import { payNowMaintenanceMessage } from '@portal/contract/page-words'
import { paymentFormTexts } from '@portal/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useState } from 'react'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { orderError, type OrderLine } from '../accounts-to-pay/order.ts'
import { HumanCheckDialog, labelOf } from '../human-check/human-check.tsx'
import { askNow, useHumanCheck } from '../human-check/use-human-check.ts'
import type { CheckoutProps } from './card-payment-dialog.tsx'
import classes from './checkout-control.module.css'

const CardPaymentDialog = lazyComponent(async () => (await import('./card-payment-dialog.tsx')).CardPaymentDialog)

interface CheckoutControlProps extends CheckoutProps {
  /** Called when the payer tried to continue but the chosen accounts or amounts do not allow it. */
  readonly onRefused: () => void
}

/** What is paid and for whom, as it was when the card form opened. */
interface Order {
  readonly lines: readonly OrderLine[]
  readonly payingFor: ReactNode
}

/**
 * The checkout button (A§4): 'Verify' until the payer is verified, then 'Check Out'; one press opens the card form either
 * way. The verification begins with the first account that is chosen (R29). The chosen accounts and amounts are checked
 * before anything else (A§5).
 */
export function CheckoutControl({ lines, payingFor, onRefused, onStartAgain, ...payment }: CheckoutControlProps) {
  const popup = usePopup()
  const [opened, setOpened] = useState<'verify' | Order | null>(null)
  const [checkoutKey] = useState(() => crypto.randomUUID())
  const close = () => setOpened(null)
  const onClosed = () => {
    close()
    popup.show({ kind: 'danger', message: t(payNowMaintenanceMessage) })
  }
  // As a mutation: the page leaves when one of them says that the session is over.
  const { mutateAsync: ask } = useMutation({ mutationFn: askNow })
  const humanCheck = useHumanCheck('checkout', { as: payment.as, key: checkoutKey, ask, onClosed })
  const reasonId = useId()
  const chosen = lines.map(({ account, amount }) => `${account.accID} ${amount}`).join()
  const begin = useEffectEvent(() => (lines.length > 0 ? humanCheck.begin() : undefined))
  useEffect(() => begin(), [chosen])
  const expired = humanCheck.check.state === 'unverified' ? humanCheck.check.reason : null

  const goOn = () => {
    const error = orderError(lines)
    if (!error) {
      return humanCheck.withAnswer(
        () => setOpened({ lines, payingFor }),
        () => setOpened('verify'),
      )
    }
    onRefused()
    popup.show({ kind: 'warning', message: error })
  }
  return (
    <div className={classes.control}>
      <Button large look="pay" busy={humanCheck.isAwaited} describedBy={reasonId} onClick={goOn}>
        {labelOf(humanCheck, t(paymentFormTexts.checkOut))}
      </Button>
      <p id={reasonId} className={classes.reason} role="status">
        {opened === null ? expired : ''}
      </p>
      {opened === 'verify' ? <HumanCheckDialog humanCheck={humanCheck} onClose={close} onVerified={goOn} /> : null}
      {opened !== null && opened !== 'verify' ? (
        <Suspense>
          <CardPaymentDialog
            {...payment}
            checkoutKey={checkoutKey}
            humanCheck={humanCheck}
            {...opened}
            onClose={close}
            onClosed={onClosed}
            onStartAgain={() => {
              close()
              onStartAgain()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
