import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { type ReactNode, useEffect, useState } from 'react'
import { dollars } from '#account/dollars.ts'
import { type OrderLine, subTotal } from '#payment/order.ts'
import { HiddenText } from '#ui/hidden-text.tsx'
import shared from '#payment/pay-bar.module.css'
import classes from './pay-bar.module.css'

/** How long the sum must stay unchanged before a screen reader announces it, in milliseconds. */
const quiet = 500

interface PayBarProps {
  readonly lines: readonly OrderLine[]
  /** The checkout button, and what there is to say about the choice. */
  readonly children: ReactNode
}

/** The number and sum of the ticked accounts and the checkout button, always visible below the table. */
export function PayBar({ lines, children }: PayBarProps) {
  const total = dollars(subTotal(lines))
  const chosen = `${lines.length} selected`
  const announced = useSettled(lines.length > 0 ? `${chosen}, ${accountSummaryTexts.subTotal} ${total}` : '')
  return (
    <div className={`${shared.bar} ${classes.bar}`} data-pay-bar data-no-print>
      <p className={shared.sum}>
        <span className={shared.chosen}>{chosen}</span>
        <span>
          {accountSummaryTexts.subTotal} <strong>{total}</strong>
        </span>
      </p>
      <HiddenText role="status">{announced}</HiddenText>
      {children}
    </div>
  )
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quiet)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
