import { billingDataTexts } from '@portal/contract/billing-data'
import { isDue, isInArrears } from '@portal/contract/owed'
import type { PayableAccount } from '@portal/contract/pay-now'
import { paymentFormTexts } from '@portal/contract/payments'
import { BalancesOf } from '#account/balances-of.tsx'
import { DueDate } from '#account/due-date.tsx'
import { useLacks } from '#api/portal-start.tsx'
import { type Fee, FeeLines } from '#payment/fees/use-fee.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import box from '#ui/page/card.module.css'
import classes from './review.module.css'

interface ReviewProps {
  readonly account: PayableAccount
  /** The masked name, as the server sent it. */
  readonly name: string
  /** What is about to be paid, with what comes on top. */
  readonly fee: Fee
}

/**
 * The account and amount about to be paid, beside the card form: a chance to notice a mistake before it costs money
 * (WCAG 3.3.4).
 */
export function Review({ account, name, fee }: ReviewProps) {
  const lacks = useLacks()
  return (
    <section className={`${box.card} ${classes.review}`} aria-labelledby="review">
      <h2 id="review">{t('Your bill')}</h2>
      <DescriptionList
        items={[
          { term: t('Account'), value: account.accID },
          { term: t('Name'), value: name },
          { term: t('Service location'), value: account.serviceLocation },
          {
            term: t(lacks.includes('dueDate') ? billingDataTexts.dueNow : 'Amount due'),
            value: dollars(account.amount),
          },
          ...(hasDate(account) ? [{ term: t('Due date'), value: <DueDate account={account} /> }] : []),
        ]}
      />
      <BalancesOf />
      {account.amount < 0 ? <p>{t(paymentFormTexts.inCredit)}</p> : null}
      <FeeLines of={fee} />
      <dl className={classes.total}>
        <dt>{t(paymentFormTexts.total)}</dt>
        <dd>{dollars(fee.total)}</dd>
      </dl>
    </section>
  )
}

/** Whether there is a date by which to pay: where nothing is due, the last bill's would read as a demand. */
function hasDate(account: PayableAccount): boolean {
  return isDue(account.amount) && (isInArrears(account) || account.dueDate !== null)
}
