import { type Checkout, mayBeTriedAgain } from '@portal/contract/checkout'
import { phonedInTexts } from '@portal/contract/phoned-in-texts'
import { useBlocker } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { subTotal } from '#payment/accounts-to-pay/order.ts'
import { CheckoutControl } from '#payment/checkout/checkout-control.tsx'
import { paymentInFlight } from '#payment/sending/payment-memory.ts'
import { Button } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { Loading } from '#ui/waiting/loading.tsx'
import { rememberPhonedIn } from './cart-memory.ts'
import { emptyCart, rowsOf } from './cart.ts'
import { LookUpProblems } from './look-up-problems.tsx'
import { Panes } from './panes.tsx'
import { PayingFor } from './paying-for.tsx'
import { ShoppingCart } from './shopping-cart.tsx'
import type { StepProps } from './step-props.ts'

/** Step 2 (A§2): the Shopping Cart with amounts, the subtotal, Back, Cancel and the checkout control. */
export function CartStep({ adminId, state, change, lookUp }: StepProps) {
  const [marksWrong, setMarksWrong] = useState(false)
  useBrowserBack(() => change({ kind: 'back' }))
  const { accounts } = lookUp
  const rows = useMemo(() => rowsOf(state, accounts), [state, accounts])
  const lines = useMemo(() => rows.filter((row) => row.isTicked), [rows])
  const payers = lines.map(({ account }) => account)
  const payingFor = <PayingFor accounts={payers} />
  const taken = ({ outcome }: Checkout) => {
    // After a failed payment the same cart may be paid with another card; otherwise it is done.
    if (!mayBeTriedAgain(outcome)) rememberPhonedIn(adminId, emptyCart)
  }
  return (
    <>
      <LookUpProblems lookUp={lookUp} />
      <Panes
        label={phonedInTexts.payment}
        count={lines.length}
        term={phonedInTexts.subTotal}
        total={subTotal(lines)}
        action={
          <CheckoutControl
            as="admin"
            lines={lines}
            email={payers.find(({ emailAddress }) => emailAddress !== '')?.emailAddress ?? ''}
            postal={payers[0]?.postal ?? ''}
            payingFor={payingFor}
            onRefused={() => setMarksWrong(true)}
            onAnswer={taken}
            onStartAgain={lookUp.lookAgain}
            startAgain="Search the accounts again"
            onOutdated={lookUp.lookAgain}
          />
        }
        ways={
          <>
            <Button look="secondary" icon={<BackIcon />} onClick={() => change({ kind: 'back' })}>
              {phonedInTexts.back}
            </Button>
            <Button look="secondary" onClick={() => change({ kind: 'emptyCart' })}>
              {phonedInTexts.cancel}
            </Button>
          </>
        }
      >
        {lookUp.isPending && accounts.length === 0 ? <Loading what="Loading accounts" /> : null}
        {rows.length > 0 ? (
          <ShoppingCart
            rows={rows}
            marksWrong={marksWrong}
            onChange={(account, isTicked, amount) => change({ kind: 'line', account, isTicked, amount })}
          />
        ) : null}
        {/* Below the table, because it goes with the last tick, and the box just pressed must not move. */}
        {payingFor}
      </Panes>
    </>
  )
}

/**
 * Makes the browser's Back do what the Back button does (A§4), instead of leaving the tab. During a payment, the
 * payment decides.
 */
function useBrowserBack(goBack: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || paymentInFlight()) return false
      goBack()
      return true
    },
    enableBeforeUnload: false,
  })
}
