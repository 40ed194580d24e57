import type { PayMethod } from '@portal/contract/bank-accounts'
import { type Cents, noCents } from '@portal/contract/money'
import { isDue, mostOfOnePayment } from '@portal/contract/owed'
import { readAccountToPay, type PayableAccount, payNowTexts } from '@portal/contract/pay-now'
import { paymentFormTexts } from '@portal/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { tooLittleInWords } from '#account/standing.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { cannotPayReason } from '#payment/accounts-to-pay/cannot-pay-reason.ts'
import { BankFields } from '#payment/bank/bank-fields.tsx'
import { MethodChoice, usePayMethod } from '#payment/bank/method-choice.tsx'
import { PendingPayments, pendingAmong, usePendingInWords } from '#payment/bank/pending-payments.tsx'
import { CardFields, prefilledForm } from '#payment/card/card-fields.tsx'
import { useHumanCheck } from '#payment/human-check/use-human-check.ts'
import { AmountQuestion } from '#payment/sending/amount-question.tsx'
import { type keptForAnotherTry, mayPayOtherwise } from '#payment/sending/another-try.ts'
import { PayButton } from '#payment/sending/pay-button.tsx'
import { PaymentProblem } from '#payment/sending/payment-problem.tsx'
import { useCardPayment } from '#payment/sending/use-card-payment.ts'
import { Button, TextButton } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import type { FoundAccount } from './account-step.tsx'
import { PayNowFrame } from './pay-now-frame.tsx'
import { Review } from './review.tsx'
import classes from '#ui/form/form-layout.module.css'
import own from './enter-payment-step.module.css'

interface EnterPaymentStepProps {
  readonly found: FoundAccount
  /** The idempotency key of this checkout. */
  readonly checkoutKey: string
  /** What was typed before a payment that was not processed, less card number and code. */
  readonly again: ReturnType<typeof keptForAnotherTry>
  /** Called when the payment did not go through, before the result page opens. */
  readonly onNotProcessed: () => void
  /** Returns to the first step with the account that was typed. */
  readonly onStartAgain: () => void
  /** Returns to the start of Pay Now. */
  readonly onCancel: () => void
  /** Called when the server says that Pay Now is switched off. */
  readonly onClosed: () => void
}

/** Step 3, Enter Payment: the card form, the review beside it, and the button that pays (C§2.6). */
export function EnterPaymentStep({
  found,
  checkoutKey,
  again,
  onNotProcessed,
  onStartAgain,
  onCancel,
  onClosed,
}: EnterPaymentStepProps) {
  const shown = useAccountToPay(found.account)
  const pending = pendingAmong([shown])
  const pendingInWords = usePendingInWords()
  const humanCheck = useHumanCheck('checkout', { as: 'guest', key: checkoutKey, onClosed })
  const onFile = found.details.EmailID
  const [leavesEmail, setLeavesEmail] = useState(onFile !== '' && !again?.confirmationEmail)
  const [isAhead, setAhead] = useState(again !== null)
  const method = usePayMethod('guest', [shown], again?.method)
  const { form, fields, attempt, errors, payment, hasFailed, onSubmit, question, frame, authorization, fee } =
    useCardPayment({
      as: 'guest',
      method: method.method,
      checkoutKey,
      initial: again ?? prefilledForm({ amount: amountToPay(shown.amount), postal: found.postal, email: '' }),
      accountsOf: ({ amount }) => [{ accountId: shown.accID, amount, amountDue: shown.amount }],
      pending,
      due: shown.amount,
      amountOf: ({ amount }) => amount,
      leavesEmail,
      humanCheck,
      onAnswer: ({ outcome }) => {
        if (mayPayOtherwise(outcome)) onNotProcessed()
      },
      onClosed,
    })
  // It changes only while there is no form, so nobody has typed another amount.
  const prefill = useEffectEvent(() => (again ? undefined : form.setFieldValue('amount', amountToPay(shown.amount))))
  useEffect(() => prefill(), [shown.amount])
  const account = { ...shown, amount: payment.owedNow(shown.accID) ?? shown.amount }
  const reason = cannotPayReason(account)
  const { amount, confirmationEmail } = fields
  return (
    <PayNowFrame
      step={2}
      title={t('Enter payment')}
      hasError={errors.length > 0 || payment.problem !== null}
      summary={<ErrorSummary errors={errors} attempt={attempt} />}
      aside={<Review account={account} name={found.details.Name} fee={fee} />}
    >
      {payment.problem ? (
        <PaymentProblem
          problem={payment.problem}
          as="guest"
          asked={payment.asked}
          onTryAgain={payment.tryAgain}
          onStartAgain={onStartAgain}
          startAgain={t('Find your account again')}
        />
      ) : null}
      <Payable
        reason={reason}
        little={pendingInWords(shown) ?? tooLittleInWords(shown)}
        hasForm={isDue(shown.amount) || isAhead}
        onAhead={() => setAhead(true)}
      >
        <form noValidate className={classes.form} {...humanCheck.touched} onSubmit={onSubmit}>
          <div className={classes.short}>
            <Fields form={form} of={{ amount }} />
          </div>
          <MethodChoice of={method} hints={fee.hints} />
          {frame && method.method === 'bank' ? (
            <BankFields form={form} fields={fields} frame={frame} />
          ) : (
            <CardFields form={form} fields={fields} frame={frame} />
          )}
          {leavesEmail ? (
            <EmailOnFile address={onFile} onChange={() => setLeavesEmail(false)} />
          ) : (
            <Fields form={form} of={{ confirmationEmail }} />
          )}
          <PendingPayments accounts={pending} amount={form.values.amount} form={form} />
          <PayButton
            humanCheck={humanCheck}
            isPaying={payment.isPaying}
            hasFailed={hasFailed}
            onContinue={payment.dismissProblem}
            authorization={authorization}
            fee={fee}
          />
          <p className={classes.note}>{t(chargedOnce[method.method])}</p>
        </form>
      </Payable>
      {question ? <AmountQuestion {...question} /> : null}
      <Button wide look="quiet" blocked={payment.isPaying} onClick={onCancel}>
        {t(payNowTexts.cancel)}
      </Button>
    </PayNowFrame>
  )
}

const chargedOnce = {
  card: 'Your card is charged once, even if the connection drops.',
  bank: paymentFormTexts.debitedOnce,
} as const satisfies Record<PayMethod, string>

/** What is due, or as much of it as one payment takes; zero where nothing is. */
function amountToPay(owed: Cents): Cents {
  return isDue(owed) ? mostOfOnePayment(owed) : noCents
}

interface PayableProps {
  /** Why the account cannot be paid; null when it can. */
  readonly reason: string | null
  /** What a bank is about to pay, or what becomes of too little to be paid by itself; null of any other balance. */
  readonly little: string | null
  /** Something is due, or the payer pays ahead. */
  readonly hasForm: boolean
  readonly onAhead: () => void
  /** The card form. */
  readonly children: ReactNode
}

/** The card form, or what stands in its place: why the account cannot be paid, or that nothing is due. */
function Payable({ reason, little, hasForm, onAhead, children }: PayableProps) {
  if (reason) return <CannotPay reason={reason} />
  if (hasForm) return children
  return (
    <div className={classes.form}>
      <Notice tone="success" title={t('Nothing is due')}>
        <p>{little ?? t('You can pay ahead. It will count toward your next bill.')}</p>
      </Notice>
      <Button wide onClick={onAhead}>
        {t('Pay ahead')}
      </Button>
    </div>
  )
}

interface EmailOnFileProps {
  /** Masked. */
  readonly address: string
  readonly onChange: () => void
}

/** Where the receipt goes unless the payer names another address. */
function EmailOnFile({ address, onChange }: EmailOnFileProps) {
  return (
    <div className={own.onFile}>
      <p className={own.label}>{t('Send receipt to')}</p>
      <p className={own.address}>{address}</p>
      <TextButton
        onClick={() => {
          flushSync(onChange)
          document.getElementById('confirmation-email')?.focus()
        }}
      >
        {t('Change email')}
      </TextButton>
    </div>
  )
}

/** Replaces the card form when the account cannot be paid by card, so that nobody types a card for nothing. */
function CannotPay({ reason }: { readonly reason: string }) {
  const { profile } = usePortalStart()
  const reasonId = useId()
  return (
    <div className={classes.form}>
      <Notice tone="warning" id={reasonId} title={reason} />
      <ContactList phones={profile.phones} />
      <Button wide blocked describedBy={reasonId}>
        {t(payNowTexts.pay)}
      </Button>
    </div>
  )
}

/** The milliseconds between requests while the account is being paid (R19), until that payment is settled. */
const askEvery = 30_000

/** The account that was found; while it is being paid, as it stands by now. */
function useAccountToPay(found: PayableAccount): PayableAccount {
  const { accID: accountId } = found
  const asked = useQuery({
    queryKey: ['account-to-pay', accountId],
    queryFn: async ({ signal }) => await send(readAccountToPay, { as: 'guest', body: { accountId }, signal }),
    initialData: found,
    staleTime: Infinity,
    refetchInterval: ({ state }) => state.data?.isBeingPaid && askEvery,
    // Whoever finds the account again is shown what was found then.
    gcTime: 0,
  })
  return asked.data
}
