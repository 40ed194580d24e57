import type { SessionKind } from '@portal/contract/call'
import { type CardBrand, cardBrandOf } from '@portal/contract/card'
import type { Checkout } from '@portal/contract/checkout'
import { feeTexts } from '@portal/contract/fees'
import { sumCents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payments'
import { type ReactNode, useId, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { TextButton } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { dollars } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { monthlyCapNotes, type OrderLine, subTotal } from '../accounts-to-pay/order.ts'
import { BankFields } from '../bank/bank-fields.tsx'
import { MethodChoice, usePayMethod } from '../bank/method-choice.tsx'
import { PendingPayments, pendingAmong } from '../bank/pending-payments.tsx'
import { amountId, CardFields, prefilledForm } from '../card/card-fields.tsx'
import { type Fee, FeeLines } from '../fees/use-fee.tsx'
import type { HumanCheck } from '../human-check/use-human-check.ts'
import { Scheduled, usePayLater } from '../pay-later/pay-later.tsx'
import { useSavedChoice } from '../saved-methods/use-saved-choice.tsx'
import { AmountQuestion } from '../sending/amount-question.tsx'
import { keptForAnotherTry } from '../sending/another-try.ts'
import { PayButton } from '../sending/pay-button.tsx'
import { PaymentProblem } from '../sending/payment-problem.tsx'
import { useCardPayment } from '../sending/use-card-payment.ts'
import layout from '#ui/form/form-layout.module.css'
import classes from './card-payment-dialog.module.css'

/** Who pays for which accounts, and what happens around the payment. */
export interface CheckoutProps {
  /** Whose session pays. */
  readonly as: SessionKind
  readonly lines: readonly OrderLine[]
  /** The payer's details on file, which prefill the card form; empty when there are none. */
  readonly email: string
  readonly postal: string
  /** The saved card to begin with, instead of the default. */
  readonly card?: number | undefined
  /** Whose accounts these are, when somebody pays for another person; stays visible until the payment is made. */
  readonly payingFor?: ReactNode
  /** What else will be charged for these accounts. */
  readonly note?: ReactNode
  /** Called when the payment has an outcome, before the result page opens. */
  readonly onAnswer?: (checkout: Checkout) => void
  /** What to do when the server no longer accepts these accounts as the payer's, and the label of that button. */
  readonly onStartAgain: () => void
  readonly startAgain: string
  /** Called when the accounts are no longer as they were shown, so that they are fetched again. */
  readonly onOutdated: () => void
  /** Called when the payer has read that the payment is scheduled for a later day. */
  readonly onScheduled?: () => void
}

interface CardPaymentDialogProps extends CheckoutProps {
  /** The idempotency key of this checkout. */
  readonly checkoutKey: string
  readonly humanCheck: HumanCheck
  readonly onClose: () => void
  /** Called when the server says that paying is switched off. */
  readonly onClosed: () => void
}

/**
 * 'Review Your Payment' and 'Pay with Your Credit Card' (A§2, A§4, A§5): the whole payment in one dialog, which cannot
 * be closed while the payment runs. Its `lines` are those of the moment it opened: the total must not change while
 * somebody types a card. Closing it discards the card. When an administrator types the card of somebody on
 * the phone, it is hidden while typed and the browser stores nothing of it.
 */
export function CardPaymentDialog(props: CardPaymentDialogProps) {
  const { as, lines, card, humanCheck, onClose } = props
  const byPhone = as === 'admin'
  const [before] = useState(() => (as === 'admin' ? null : keptForAnotherTry()))
  const method = usePayMethod(
    as,
    lines.map(({ account }) => account),
    card === undefined ? before?.method : 'card',
  )
  const isBank = method.method === 'bank'
  const cards = useSavedChoice(as, method.method, card)
  const pending = pendingAmong(lines.map(({ account }) => account))
  const later = usePayLater({ as, lines, card: cards.picked, onMethodGone: cards.paid.onMethodGone })
  const { form, fields, attempt, errors, payment, hasFailed, onSubmit, question, frame, authorization, fee } =
    useCardPayment({
      ...props,
      ...cards.paid,
      method: method.method,
      pending,
      due: sumCents(lines.map(({ account }) => account.amount).filter((amount) => amount > 0)),
      amountOf: () => subTotal(lines),
      initial: { ...prefilledForm({ ...props, amount: subTotal(lines) }), ...before, amount: subTotal(lines) },
      accountsOf: () =>
        lines.map(({ account, amount }) => ({ accountId: account.accID, amount, amountDue: account.amount })),
    })
  if (later.scheduledFor !== null) {
    const close = () => {
      onClose()
      props.onScheduled?.()
    }
    return (
      <Scheduled key="scheduled" onClose={close}>
        {later.scheduledFor}
      </Scheduled>
    )
  }
  return (
    <Dialog
      open
      holdsForm
      wide
      beside={byPhone}
      underWindows={method.isOffered}
      title={t(paymentFormTexts.review)}
      onClose={payment.isPaying || later.isScheduling ? undefined : onClose}
    >
      <form
        noValidate
        className={layout.form}
        autoComplete={byPhone ? 'off' : undefined}
        {...humanCheck.touched}
        onSubmit={later.isChosen ? later.onSubmit : onSubmit}
      >
        <ErrorSummary {...(later.isChosen ? later : { errors, attempt })} />
        {payment.problem ? (
          <PaymentProblem {...props} problem={payment.problem} asked={payment.asked} onTryAgain={payment.tryAgain} />
        ) : null}
        {later.problem}
        {props.payingFor}
        <OrderReview lines={lines} fee={later.isChosen ? null : fee} onChange={onClose} />
        <div className={`${layout.form} ${classes.card}`}>
          {props.note}
          {later.coming}
          <MethodChoice of={method} hints={fee.hints} />
          {cards.choice}
          {later.choice}
          {isBank && cards.isTyped && frame ? <BankFields form={form} fields={fields} frame={frame} /> : null}
          {!isBank && cards.isTyped ? (
            <CardFields form={form} fields={fields} frame={frame} byPhone={byPhone} isToSave={cards.paid.saveMethod} />
          ) : null}
          {cards.isTyped ? cards.saving : null}
          {later.day ?? (
            <>
              {isBank ? null : (
                <CapNotes lines={lines} cardNumber={form.values.cardNumber} brand={cards.picked?.brand ?? null} />
              )}
              <Fields form={form} of={{ confirmationEmail: fields.confirmationEmail }} />
              <PendingPayments accounts={pending} amount={subTotal(lines)} form={form} />
              {byPhone && fee.fee > 0 ? <TellCaller fee={fee} /> : null}
              <PayButton
                humanCheck={humanCheck}
                isPaying={payment.isPaying}
                hasFailed={hasFailed}
                onContinue={payment.dismissProblem}
                authorization={authorization}
                fee={fee}
              />
              {isBank ? <p className={layout.note}>{t(paymentFormTexts.debitedOnce)}</p> : null}
            </>
          )}
        </div>
      </form>
      {question ? <AmountQuestion {...question} /> : null}
    </Dialog>
  )
}

/** The caller sees no page. */
function TellCaller({ fee: { fee, total } }: { readonly fee: Fee }) {
  const { shortName: utility } = usePortalStart().profile
  return <Notice tone="info" title={t(feeTexts.tell, { utility, fee: dollars(fee), total: dollars(total) })} />
}

interface CapNotesProps {
  readonly lines: readonly OrderLine[]
  readonly cardNumber: string
  /** Of a saved card. */
  readonly brand: CardBrand | null
}

/**
 * Warns of the monthly maximum of non-residential accounts as soon as the card's brand is known; it never prevents
 * paying (A§5).
 */
function CapNotes({ lines, cardNumber, brand }: CapNotesProps) {
  const { profile } = usePortalStart()
  const notes = monthlyCapNotes(lines, brand ?? cardBrandOf(cardNumber, profile), profile)
  return (
    <div role="status">
      {notes.length > 0 ? (
        <Notice tone="warning" title={t('Monthly limit')}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      ) : null}
    </div>
  )
}

interface OrderReviewProps {
  readonly lines: readonly OrderLine[]
  /** Null for a later day, whose form says its own. */
  readonly fee: Fee | null
  /** Returns to the choice of accounts. */
  readonly onChange: () => void
}

/** Of a longer list a part is seen, so that the card is not far below it. */
const mostSeenWhole = 5

/**
 * 'Review Your Payment' (A§2): every account with its amount, and the total, before any money is charged (WCAG 3.3.4).
 */
function OrderReview({ lines, fee, onChange }: OrderReviewProps) {
  const titleId = useId()
  // A list that scrolls must be focusable to scroll it by keyboard.
  const scrolling = lines.length > mostSeenWhole ? { 'data-long': true, tabIndex: 0 } : {}
  return (
    <section className={classes.review} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId}>{plural(lines.length, '1 account', '{count} accounts')}</h3>
        <TextButton onClick={onChange}>{t('Change accounts or amounts')}</TextButton>
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
      {fee ? <FeeLines of={fee} /> : null}
      <dl className={classes.total}>
        <dt>{t(paymentFormTexts.total)}</dt>
        <dd id={amountId} tabIndex={-1}>
          {dollars(fee?.total ?? subTotal(lines))}
        </dd>
      </dl>
    </section>
  )
}
