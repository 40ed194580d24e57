import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { keepTypedAccount } from '#payment/accounts-to-pay/typed-account.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { t } from '#ui/text/t.ts'
import type { PrintedBill } from './printed-bill.ts'
import classes from './amount-panel.module.css'

/** What is due and by when, in large letters, with the way to pay it while it is not paid. */
export function AmountPanel({ bill, children }: { readonly bill: PrintedBill; readonly children?: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={t('Summary')}>
      <dl>
        <div>
          <dt>{t('Total due')}</dt>
          <dd className={classes.amount}>{bill.totalDue}</dd>
        </div>
        <div>
          <dt>{t('Due date')}</dt>
          <dd>{bill.dueDate}</dd>
        </div>
      </dl>
      {bill.totalNote ? <p>{bill.totalNote}</p> : null}
      {bill.state.toPay === null ? null : <Pay amount={bill.state.toPay} bill={bill} />}
      {children}
    </section>
  )
}

interface PayProps {
  readonly amount: string
  readonly bill: PrintedBill
}

/** A customer pays on the dashboard, others in Pay Now. */
function Pay({ amount, bill }: PayProps) {
  const { signedIn } = usePortalStart()
  const words = t('Pay {amount}', { amount })
  if (signedIn.customer) {
    return (
      <p data-no-print>
        <ButtonLink to={paths.dashboard} search={{ account: bill.accountId }} look="pay" wide>
          {words}
        </ButtonLink>
      </p>
    )
  }
  if (signedIn.admin) return null
  return (
    <p data-no-print>
      <ButtonLink
        to={paths.payNow}
        look="pay"
        wide
        onClick={() => keepTypedAccount({ accountId: bill.accountId, postal: bill.zip })}
      >
        {words}
      </ButtonLink>
    </p>
  )
}
