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

/** Of a longer list a part is seen, so that the card is not far below it. */
const mostSeenWhole = 5

/**
 * 'Review Your Payment' (A§2): every account with its amount, and the total, before any money is charged (WCAG 3.3.4).
 */
export function OrderReview({ lines, onChange }: OrderReviewProps) {
  const titleId = useId()
  // A list that scrolls must be focusable to scroll it by keyboard.
  const scrolling = lines.length > mostSeenWhole ? { 'data-long': true, tabIndex: 0 } : {}
  return (
    <section className={classes.review} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId}>{lines.length === 1 ? '1 account' : `${lines.length} accounts`}</h3>
        <TextButton onClick={onChange}>Change accounts or amounts</TextButton>
      </div>
      <ul {...scrolling} className={classes.lines} aria-labelledby={titleId}>
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
