import type { SessionKind } from '@portal/contract/call'
import { humanCheckTexts } from '@portal/contract/human-check'
import { payNowMaintenanceMessage } from '@portal/contract/maintenance-texts'
import { paymentFormTexts } from '@portal/contract/payment-form'
import type { Checkout } from '@portal/contract/payments'
import { type ReactNode, Suspense, useCallback, useId, useState } from 'react'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button.tsx'
import { later } from '#ui/when-online.ts'
import { HumanCheckDialog } from './human-check-dialog.tsx'
import { orderError, type OrderLine } from './order.ts'
import classes from './checkout-control.module.css'
import { useHumanCheck } from './use-human-check.ts'

const CardPaymentDialog = later(async () => (await import('./card-payment-dialog.tsx')).CardPaymentDialog)

interface CheckoutControlProps {
  /** Whose session pays. */
  readonly as: SessionKind
  readonly lines: readonly OrderLine[]
  /** What is on file about the payer, to begin the card form with; empty when nothing is. */
  readonly email: string
  readonly postal: string
  /** Whose accounts they are, for somebody who pays for others: stays in view until the payment is made. */
  readonly payingFor?: ReactNode
  /** The payment has an answer; the result page follows. */
  readonly onAnswer?: (checkout: Checkout) => void
  /** The payer tried to go on, and the choice of accounts or amounts does not allow it. */
  readonly onRefused: () => void
  /** The server no longer knows these accounts to be the payer's: what to do, and how the button says it. */
  readonly onStartAgain: () => void
  readonly startAgain: string
  /** Something else is owed by now than is shown: look again. */
  readonly onBalancesChanged: () => void
}

/**
 * The checkout button (A§4): 'Verify' until the payer is verified, then 'Check Out', which opens the card form. The
 * choice is checked before either (A§5).
 */
export function CheckoutControl({
  as,
  lines,
  email,
  postal,
  payingFor,
  onAnswer,
  onRefused,
  onStartAgain,
  startAgain,
  onBalancesChanged,
}: CheckoutControlProps) {
  const popup = usePopup()
  const [opened, setOpened] = useState<'verify' | { readonly pay: readonly OrderLine[] } | null>(null)
  const [checkoutKey] = useState(() => crypto.randomUUID())
  const close = useCallback(() => setOpened(null), [])
  const onClosed = useCallback(() => {
    setOpened(null)
    popup.show({ kind: 'danger', message: payNowMaintenanceMessage })
  }, [popup])
  const humanCheck = useHumanCheck('checkout', { as, key: checkoutKey, onClosed })
  const reasonId = useId()
  const isVerified = humanCheck.check.state === 'verified'
  const expired = humanCheck.check.state === 'unverified' ? humanCheck.check.reason : null

  const goOn = () => {
    const error = orderError(lines)
    if (!error) return setOpened(isVerified ? { pay: lines } : 'verify')
    onRefused()
    popup.show({ kind: 'warning', message: error })
  }
  return (
    <div className={classes.control}>
      <Button large describedBy={reasonId} onClick={goOn}>
        {isVerified ? paymentFormTexts.checkOut : humanCheckTexts.verify}
      </Button>
      <p id={reasonId} className={classes.reason} role="status">
        {opened === null ? expired : ''}
      </p>
      {opened === 'verify' ? <HumanCheckDialog humanCheck={humanCheck} onClose={close} /> : null}
      {opened !== null && opened !== 'verify' ? (
        <Suspense>
          <CardPaymentDialog
            {...{
              as,
              checkoutKey,
              email,
              postal,
              payingFor,
              humanCheck,
              onAnswer,
              onClosed,
              startAgain,
              onBalancesChanged,
            }}
            lines={opened.pay}
            onClose={close}
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
