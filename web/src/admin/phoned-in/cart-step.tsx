import { type Checkout, mayBeTriedAgain } from '@portal/contract/checkout'
import type { Cents } from '@portal/contract/money'
import { type PhonedInAccount, phonedInTexts } from '@portal/contract/phoned-in'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { tooLittleInWords } from '#account/standing.tsx'
import { AmountToPay } from '#payment/accounts-to-pay/amount-to-pay.tsx'
import { subTotal } from '#payment/accounts-to-pay/order.ts'
import { CheckoutControl } from '#payment/checkout/checkout-control.tsx'
import { paymentInFlight } from '#payment/sending/payment-memory.ts'
import { Button } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { Cell, TableRow } from '#ui/table/table.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { AccountCells, AccountsFrame } from './account-cells.tsx'
import { type CartRow, cannotTakeReason, emptyCart, rememberPhonedIn, rowsOf } from './cart.ts'
import { LookUpProblems, Panes, PayingFor } from './panes.tsx'
import type { StepProps } from './use-phoned-in.ts'
import shared from '#payment/accounts-to-pay/accounts-to-pay.module.css'
import classes from './account-table.module.css'

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
        label={t(phonedInTexts.payment)}
        count={lines.length}
        term={t(phonedInTexts.subTotal)}
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
            startAgain={t('Search the accounts again')}
            onOutdated={lookUp.lookAgain}
          />
        }
        ways={
          <>
            <Button look="secondary" icon={<BackIcon />} onClick={() => change({ kind: 'back' })}>
              {t(phonedInTexts.back)}
            </Button>
            <Button look="secondary" onClick={() => change({ kind: 'emptyCart' })}>
              {t(phonedInTexts.cancel)}
            </Button>
          </>
        }
      >
        {lookUp.isPending && accounts.length === 0 ? <Loading what={t('Loading accounts')} /> : null}
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

const changed = t('The amount due has changed. Select the account again to pay it.')

interface ShoppingCartProps {
  readonly rows: readonly CartRow[]
  /** Whether amounts that prevent the checkout are marked as errors. */
  readonly marksWrong: boolean
  readonly onChange: (account: PhonedInAccount, isTicked: boolean, amount: Cents) => void
}

/**
 * The Shopping Cart (A§2, A§3): which of the chosen accounts to pay, and how much. The amount of a ticked account can
 * be edited.
 */
export function ShoppingCart({ rows, marksWrong, onChange }: ShoppingCartProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever comes from the search goes on with the first amount; after a reload nothing had the focus.
    if (document.activeElement === document.body) return
    const amount = frame.current?.querySelector<HTMLInputElement>('input:not([type=checkbox])')
    amount?.focus()
  }, [])
  return (
    <AccountsFrame ref={frame} caption={t(phonedInTexts.cart)} tick={t('Pay')} columns={phonedInTexts.cartColumns}>
      {rows.map((row) => (
        <Row key={row.account.accID} row={row} marksWrong={marksWrong} onChange={onChange} />
      ))}
    </AccountsFrame>
  )
}

interface RowProps extends Omit<ShoppingCartProps, 'rows'> {
  readonly row: CartRow
}

function Row({ row, marksWrong, onChange }: RowProps) {
  const { account, isTicked, amount, hasChanged } = row
  const reason = cannotTakeReason(account)
  const noteId = useId()
  const note = reason ?? (hasChanged ? changed : tooLittleInWords(account, 'clerk'))
  const column = t(phonedInTexts.cartColumns.toPay)
  return (
    <TableRow data-ticked={isTicked || undefined}>
      <Cell className={shared.tick}>
        <label>
          <input
            type="checkbox"
            aria-label={t('Pay account {accID}, {fullName}', { accID: account.accID, fullName: account.fullName })}
            aria-describedby={note ? noteId : undefined}
            checked={isTicked}
            disabled={reason !== null}
            onChange={(event) => onChange(account, event.currentTarget.checked, amount)}
          />
        </label>
      </Cell>
      <AccountCells account={account} note={note} noteId={noteId} />
      <Cell className={`${shared.toPay} ${classes.toPay}`} label={column}>
        <AmountToPay
          label={t('{column}, account {accID}', { column, accID: account.accID })}
          isWrong={marksWrong && isTicked && amount <= 0}
          isEditable={isTicked}
          amount={amount}
          onChange={(typed) => onChange(account, true, typed)}
        />
      </Cell>
    </TableRow>
  )
}
