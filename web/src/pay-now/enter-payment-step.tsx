import { noCents } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now'
import { mayBeTriedAgain } from '@portal/contract/payments'
import type { ApiProblem } from '#api/problem.ts'
import { cannotPayReason } from '#payment/cannot-pay-reason.ts'
import { cardOf, type CardFormValues } from '#payment/card-form.ts'
import { HumanCheckGate } from '#payment/human-check.tsx'
import { PayButton } from '#payment/pay-button.tsx'
import { PaymentProblem } from '#payment/payment-problem.tsx'
import { useCardForm } from '#payment/use-card-form.ts'
import { useHumanCheck } from '#payment/use-human-check.ts'
import { usePayment } from '#payment/use-payment.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import classes from '#ui/form-layout.module.css'
import type { FoundAccount } from './account-step.tsx'
import { CannotPay } from './cannot-pay.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { Review } from './review.tsx'
import { PayNowFrame } from './pay-now-frame.tsx'

interface EnterPaymentStepProps {
  readonly found: FoundAccount
  /** The idempotency key of this checkout. */
  readonly checkoutKey: string
  /** Called when the payment did not go through, before the result page opens. */
  readonly onNotProcessed: () => void
  /** Returns to the start of Pay Now. */
  readonly onCancel: () => void
  /** Called when the server says that Pay Now is switched off. */
  readonly onClosed: () => void
}

/** Step 3, Enter Payment: the card form, the review beside it, and the button that pays (C§2.6). */
export function EnterPaymentStep({ found, checkoutKey, onNotProcessed, onCancel, onClosed }: EnterPaymentStepProps) {
  const { form, attempt, errors, onSubmit, showRefusal } = useCardForm(valuesFor(found))
  const humanCheck = useHumanCheck('checkout', { as: 'guest', key: checkoutKey, onClosed })
  const refused = (problem: ApiProblem) => {
    // The security code is cleared after every attempt; everything else stays.
    if (problem.balances.length === 0) form.setFieldValue('cvv', '')
    if (problem.name === 'human-check-failed') humanCheck.reset(problem.message)
    showRefusal(problem)
  }
  const checkout = usePayment({
    as: 'guest',
    checkoutKey,
    onAnswer: ({ outcome }) => {
      if (mayBeTriedAgain(outcome)) onNotProcessed()
    },
    onClosed,
    onRefused: refused,
  })
  // After an expired verification the visitor only needs to verify again, so there is no failure to acknowledge first.
  const hasFailed = checkout.problem !== null && checkout.problem.name !== 'human-check-failed'
  const account = { ...found.account, amount: checkout.owedNow(found.account.accID) ?? found.account.amount }
  const reason = cannotPayReason(account)

  const pay = onSubmit((values) => {
    if (humanCheck.check.state !== 'verified') return
    checkout.pay({
      accounts: [{ accountId: found.account.accID, amount: values.amount, amountDue: found.account.amount }],
      card: cardOf(values),
      confirmationEmail: values.confirmationEmail,
      humanCheck: humanCheck.check.answer,
    })
  })
  return (
    <PayNowFrame
      step={2}
      title="Enter payment"
      hasError={errors.length > 0 || checkout.problem !== null}
      summary={<ErrorSummary errors={errors} attempt={attempt} />}
      aside={<Review account={account} name={found.details.Name} amount={form.values.amount} />}
    >
      {checkout.problem ? (
        <PaymentProblem
          problem={checkout.problem}
          as="guest"
          asked={checkout.asked}
          onTryAgain={checkout.tryAgain}
          onStartAgain={onCancel}
          startAgain="Find the account again"
        />
      ) : null}
      {reason ? (
        <CannotPay reason={reason} />
      ) : (
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            if (humanCheck.check.state === 'verified') return pay(event)
            event.preventDefault()
            if (humanCheck.check.state === 'unverified') humanCheck.start()
          }}
        >
          <PaymentFields form={form} />
          <HumanCheckGate humanCheck={humanCheck}>
            <PayButton isPaying={checkout.isPaying} hasFailed={hasFailed} onContinue={checkout.dismissProblem} />
          </HumanCheckGate>
        </form>
      )}
      <Button wide look="quiet" blocked={checkout.isPaying} onClick={onCancel}>
        {payNowTexts.cancel}
      </Button>
    </PayNowFrame>
  )
}

/** Prefills what is known: the amount due (zero for a credit), the zip code and the account's e-mail address. */
function valuesFor({ account, details, postal }: FoundAccount): CardFormValues {
  return {
    amount: account.amount > 0 ? account.amount : noCents,
    cardNumber: '',
    expiry: { month: '', year: '' },
    cardHolderName: '',
    cvv: '',
    billingZipCode: postal,
    confirmationEmail: details.EmailID,
  }
}
