import type { SessionKind } from '@portal/contract/call'
import { cardBrandOf } from '@portal/contract/card'
import { paymentFormTexts } from '@portal/contract/payment-form'
import type { Checkout } from '@portal/contract/payments'
import { type ReactNode, useMemo } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import layout from '#ui/form-layout.module.css'
import { Notice } from '#ui/notice.tsx'
import { CardFields } from './card-fields.tsx'
import { cardOf, type CardFormValues } from './card-form.ts'
import { ConfirmationEmailField } from './confirmation-email-field.tsx'
import { HumanCheckGate } from './human-check.tsx'
import { monthlyCapNotes } from './monthly-cap.ts'
import { type OrderLine, subTotal } from './order.ts'
import { OrderReview } from './order-review.tsx'
import { PayButton } from './pay-button.tsx'
import { PaymentProblem } from './payment-problem.tsx'
import { useCardForm } from './use-card-form.ts'
import type { HumanCheck } from './use-human-check.ts'
import { usePayment } from './use-payment.ts'

interface CardPaymentDialogProps {
  /** Whose session pays. */
  readonly as: SessionKind
  /** The idempotency key of this checkout. */
  readonly checkoutKey: string
  /** The chosen accounts as they were when the dialog opened: the total must not change while somebody types a card. */
  readonly lines: readonly OrderLine[]
  readonly email: string
  readonly postal: string
  /** Whose accounts these are, when somebody pays for another person. */
  readonly payingFor?: ReactNode
  readonly humanCheck: HumanCheck
  readonly onAnswer?: ((checkout: Checkout) => void) | undefined
  readonly onClose: () => void
  /** Called when the server says that paying is switched off. */
  readonly onClosed: () => void
  readonly onStartAgain: () => void
  readonly startAgain: string
  /** Called when the balances have changed since the accounts were chosen. */
  readonly onBalancesChanged: () => void
}

/**
 * 'Review Your Payment' and 'Pay with Your Credit Card' (A§2, A§4, A§5): the whole payment in one dialog, which cannot
 * be closed while the payment runs. Closing it discards the card. When an administrator types the card of somebody on
 * the phone, it is hidden while typed and the browser stores nothing of it.
 */
export function CardPaymentDialog(props: CardPaymentDialogProps) {
  const { as, checkoutKey, lines, humanCheck, onAnswer, onClose, onClosed } = props
  const byPhone = as === 'admin'
  const { form, attempt, errors, onSubmit, showRefusal } = useCardForm(initialValues(props))
  const { check } = humanCheck
  const refused = (problem: ApiProblem) => {
    if (problem.balances.length > 0) props.onBalancesChanged()
    // The security code is cleared after every attempt; everything else stays.
    else form.setFieldValue('cvv', '')
    if (problem.name === 'human-check-failed') humanCheck.reset(problem.message)
    showRefusal(problem)
  }
  const checkout = usePayment({ as, checkoutKey, onAnswer, onClosed, onRefused: refused })
  // After an expired verification the payer only needs to verify again, so there is no failure to acknowledge first.
  const hasFailed = checkout.problem !== null && checkout.problem.name !== 'human-check-failed'
  const pay = onSubmit((values) => {
    if (check.state !== 'verified') return
    checkout.pay({
      accounts: lines.map(({ account, amount }) => ({ accountId: account.accID, amount, amountDue: account.amount })),
      card: cardOf(values),
      confirmationEmail: values.confirmationEmail,
      humanCheck: check.answer,
    })
  })
  return (
    <Dialog open holdsForm wide title={paymentFormTexts.review} onClose={checkout.isPaying ? undefined : onClose}>
      <form
        noValidate
        className={layout.form}
        autoComplete={byPhone ? 'off' : undefined}
        onSubmit={(event) => {
          if (check.state === 'verified') return pay(event)
          event.preventDefault()
          if (check.state === 'unverified') humanCheck.start()
        }}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        {checkout.problem ? (
          <PaymentProblem {...props} problem={checkout.problem} asked={checkout.asked} onTryAgain={checkout.tryAgain} />
        ) : null}
        {props.payingFor}
        <OrderReview lines={lines} onChange={onClose} />
        <CardFields form={form} byPhone={byPhone} />
        <CapNotes lines={lines} cardNumber={form.values.cardNumber} />
        <ConfirmationEmailField form={form} byPhone={byPhone} />
        <HumanCheckGate humanCheck={humanCheck}>
          <PayButton isPaying={checkout.isPaying} hasFailed={hasFailed} onContinue={checkout.dismissProblem} />
        </HumanCheckGate>
      </form>
    </Dialog>
  )
}

function initialValues({ lines, email, postal }: CardPaymentDialogProps): CardFormValues {
  return {
    amount: subTotal(lines),
    cardNumber: '',
    expiry: { month: '', year: '' },
    cardHolderName: '',
    cvv: '',
    billingZipCode: postal,
    confirmationEmail: email,
  }
}

interface CapNotesProps {
  readonly lines: readonly OrderLine[]
  readonly cardNumber: string
}

/**
 * Warns of the monthly maximum of non-residential accounts as soon as the card's brand is known; it never prevents
 * paying (A§5).
 */
function CapNotes({ lines, cardNumber }: CapNotesProps) {
  const { profile } = usePortalStart()
  const brand = cardBrandOf(cardNumber, profile)
  const notes = useMemo(() => monthlyCapNotes(lines, brand), [lines, brand])
  return (
    <div role="status">
      {notes.length > 0 ? (
        <Notice tone="warning" title="Monthly maximum">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      ) : null}
    </div>
  )
}
