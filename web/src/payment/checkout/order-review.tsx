import { paymentFormTexts } from '@portal/contract/payment-form'
import { useId } from 'react'
import { dollars } from '#account/dollars.ts'
import { TextButton } from '#ui/button/text-button.tsx'
import { type OrderLine, subTotal } from '../accounts-to-pay/order.ts'
import { cardFields } from '../card/card-form.ts'
import classes from './order-review.module.css'

interface OrderReviewProps {
  readonly lines: readonly OrderLine[]
  /** Returns to the choice of accounts. */
  readonly onChange: () => void
}

/**
 * 'Review Your Payment' (A§2): every account with its amount, and the total, before any money is charged (WCAG 3.3.4).
 */
export function OrderReview({ lines, onChange }: OrderReviewProps) {
  const titleId = useId()
  return (
    <section className={classes.review} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId}>{lines.length === 1 ? '1 account' : `${lines.length} accounts`}</h3>
        <TextButton onClick={onChange}>Change accounts or amounts</TextButton>
      </div>
      {/* A long list scrolls, so it must be focusable to scroll it by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.lines} tabIndex={0} aria-labelledby={titleId}>
        {lines.map(({ account, amount }) => (
          <li key={account.accID}>
            <span>
              <strong>{account.accID}</strong>
              <span className={classes.location}>{account.serviceLocation}</span>
            </span>
            <span className={classes.amount}>{dollars(amount)}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.total}>
        <dt>{paymentFormTexts.total}</dt>
        <dd id={cardFields.amount} tabIndex={-1}>
          {dollars(subTotal(lines))}
        </dd>
      </dl>
    </section>
  )
}
