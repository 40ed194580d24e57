import type { SessionKind } from '@portal/contract/call'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { cents, sumCents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payments'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { ApiProblem } from '#api/problem.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import type { PaymentRequest } from './send-payment.ts'

interface PaymentProblemProps {
  readonly problem: ApiProblem
  /** Whose session pays. */
  readonly as: SessionKind
  /** The accounts of the refused payment. */
  readonly asked: PaymentRequest['accounts']
  readonly onTryAgain: () => void
  /** What to do when the server no longer accepts the accounts as this payer's, and the label of that button. */
  readonly onStartAgain: () => void
  readonly startAgain: string
}

/** Why a payment did not go through, with the one safe next step. */
export function PaymentProblem({ problem, as, asked, onTryAgain, onStartAgain, startAgain }: PaymentProblemProps) {
  if (problem.isUncertain) {
    return <ProblemNotice problem={withoutAnswer(problem)} onTryAgain={onTryAgain} />
  }
  if (problem.balances.length > 0) return <BalanceChanged problem={problem} asked={asked} onPay={onTryAgain} />
  if (problem.checkout) {
    const seeResult = (
      <ButtonLink to={paths.paymentResult} search={{ id: problem.checkout, by: as }}>
        {t('View that payment')}
      </ButtonLink>
    )
    return <ProblemNotice problem={problem} actions={seeResult} />
  }
  const isVisitOver = problem.name === 'not-signed-in' && as === 'guest'
  const clerkLooksAgain = as === 'admin' && ['account-being-paid', 'account-not-payable'].includes(problem.name)
  if (isVisitOver || problem.name === 'account-not-open' || clerkLooksAgain) {
    const told = isVisitOver ? withoutSession(problem) : inWordsFor(as, problem)
    return <ProblemNotice problem={told} actions={<Button onClick={onStartAgain}>{startAgain}</Button>} />
  }
  // These are already shown at a field.
  if (problem.errors.length > 0) return null
  return <ProblemNotice problem={problem} />
}

/** No reply is not a refusal: says what is known, and that trying again is safe (R19). */
function withoutAnswer(problem: ApiProblem): ApiProblem {
  return new ApiProblem({
    name: problem.name,
    message: t('We don’t know yet if your payment went through.'),
    detail: t('We didn’t get an answer. Try again. You will not be charged twice for this payment.'),
    requestId: problem.requestId,
  })
}

/** Payers are told to call customer service, which a clerk is. */
function inWordsFor(as: SessionKind, problem: ApiProblem): ApiProblem {
  const { name, detail, requestId } = problem
  if (as !== 'admin' || name !== 'account-not-payable') return problem
  const message = t('Card not charged. An account in the cart can no longer be paid by card.')
  return new ApiProblem({ name, message, detail, requestId })
}

/** A visitor has nothing to sign in to: their visit is over after an hour, and with it what they had found. */
function withoutSession({ name }: ApiProblem): ApiProblem {
  return new ApiProblem({ name, message: t(checkoutProblems['account-not-open'].title) })
}

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
function BalanceChanged({ problem, asked, onPay }: BalanceChangedProps) {
  const total = dollars(sumCents(asked.map(({ amount }) => cents(amount))))
  const changes = asked.flatMap(({ accountId, amountDue: shown }) => {
    const now = problem.balances.find((balance) => balance.accountId === accountId)
    return now && shown !== undefined && shown !== now.amountDue
      ? [{ accountId, shown: cents(shown), now: now.amountDue }]
      : []
  })
  return (
    <ProblemNotice
      problem={problem}
      actions={
        <Button look="secondary" onClick={onPay}>
          {t(paymentFormTexts.payAllTheSame, { total })}
        </Button>
      }
    >
      {changes.map(({ accountId, shown, now }) => (
        <p key={accountId}>
          {t(paymentFormTexts.balanceChanged, { account: accountId, shown: dollars(shown), now: dollars(now) })}
        </p>
      ))}
      <p>{t(paymentFormTexts.askedToPay, { total })}</p>
    </ProblemNotice>
  )
}
