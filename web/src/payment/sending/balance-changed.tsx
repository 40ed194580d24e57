import { cents, sumCents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { dollars } from '#account/dollars.ts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { Button } from '#ui/button/button.tsx'
import type { PaymentRequest } from './send-payment.ts'

interface BalanceChangedProps {
  readonly problem: ApiProblem
  /** The accounts of the refused payment, with the balances that were shown for them. */
  readonly asked: PaymentRequest['accounts']
  readonly onPay: () => void
}

/**
 * Shown when the balance has changed since it was displayed, by another payment or a new bill: the new figures, and the
 * choice to pay all the same.
 */
export function BalanceChanged({ problem, asked, onPay }: BalanceChangedProps) {
  const total = dollars(sumCents(asked.map(({ amount }) => cents(amount))))
  const changes = asked.flatMap(({ accountId, amountDue: shown }) => {
    const now = problem.balances.find((balance) => balance.accountId === accountId)
    return now && shown !== undefined ? [{ accountId, shown: cents(shown), now: now.amountDue }] : []
  })
  return (
    <ProblemNotice
      problem={problem}
      actions={
        <Button look="secondary" onClick={onPay}>
          {paymentFormTexts.payAllTheSame(total)}
        </Button>
      }
    >
      {changes.map(({ accountId, shown, now }) => (
        <p key={accountId}>{paymentFormTexts.balanceChanged(accountId, dollars(shown), dollars(now))}</p>
      ))}
      <p>{paymentFormTexts.askedToPay(total)}</p>
    </ProblemNotice>
  )
}
