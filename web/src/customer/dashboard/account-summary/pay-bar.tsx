import { accountSummaryTexts, accountsTicked } from '@portal/contract/account-summary'
import type { ReactNode } from 'react'
import { type OrderLine, subTotal } from '#payment/accounts-to-pay/order.ts'
import { dollars } from '#ui/text/format.ts'
import { HiddenText, useSettled } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import shared from '#payment/accounts-to-pay/pay-bar.module.css'
import classes from './pay-bar.module.css'

interface PayBarProps {
  readonly lines: readonly OrderLine[]
  /** How many of them a search hides. */
  readonly hidden: number
  /** The checkout button, and what there is to say about the choice. */
  readonly children: ReactNode
}

/** The number and sum of the ticked accounts and the checkout button, always visible below the table. */
export function PayBar({ lines, hidden, children }: PayBarProps) {
  const total = dollars(subTotal(lines))
  const chosen = t(accountsTicked(lines.length, hidden))
  const announced = useSettled(lines.length > 0 ? `${chosen}, ${t(accountSummaryTexts.subTotal)} ${total}` : '')
  return (
    <div className={`${shared.bar} ${classes.bar}`} data-pay-bar data-no-print>
      <p className={shared.sum}>
        <span className={shared.chosen}>{chosen}</span>
        <span>
          {t(accountSummaryTexts.subTotal)} <strong>{total}</strong>
        </span>
      </p>
      <HiddenText role="status">{announced}</HiddenText>
      {children}
    </div>
  )
}
