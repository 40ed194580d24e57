import type { Checkout } from '@portal/contract/checkout'
import type { checkoutProblems } from '@portal/contract/checkout-problems'
import type { Cents } from '@portal/contract/money'
import { useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { t } from '#ui/text/t.ts'
import { useAuthorization } from '../bank/use-authorization.ts'
import { type CardFormValues, cardOf } from '../card/card-fields.tsx'
import { bankTokenOf, cardTokenOf, noBankAccount } from '../card/card-frame.ts'
import { useFee, useServiceFees } from '../fees/use-fee.tsx'
import type { HumanCheck } from '../human-check/use-human-check.ts'
import { keepForAnotherTry, mayPayOtherwise } from './another-try.ts'
import type { PaymentRequest } from './send-payment.ts'
import { type PaymentFormOptions, usePaymentForm } from './use-payment-form.ts'
import { usePayment } from './use-payment.ts'

/** The refusals of a payment whose page shows accounts as they no longer are. */
const refusalsOfOutdated: ReadonlySet<string> = new Set([
  'account-being-paid',
  'account-not-payable',
  'balance-changed',
  'payment-on-its-way',
] satisfies (keyof typeof checkoutProblems)[])

interface CardPaymentOptions extends PaymentFormOptions {
  /** The idempotency key of this checkout. */
  readonly checkoutKey: string
  /** The accounts to pay, given the completed form. */
  readonly accountsOf: (values: CardFormValues) => PaymentRequest['accounts']
  /** What is due on these accounts; the payer is asked about an amount far above it (R32). */
  readonly due: Cents
  /** The amount about to be paid. */
  readonly amountOf: (values: CardFormValues) => Cents
  readonly humanCheck: HumanCheck
  /** The typed card is saved with the payment. */
  readonly saveMethod?: boolean
  /** Called when the saved card is there no more. */
  readonly onMethodGone?: () => void
  readonly onAnswer?: (checkout: Checkout) => void
  /** Called when the server says that paying is switched off. */
  readonly onClosed: () => void
  /** Called when the accounts are no longer as they were shown. */
  readonly onOutdated?: () => void
}

/**
 * A form for a card, with the rules of C§5, or for a bank account, and the payment that it makes (C§4, A§5), for a page of
 * its own and for a dialog.
 */
export function useCardPayment(options: CardPaymentOptions) {
  const { as, checkoutKey, accountsOf, due, amountOf, leavesEmail = false, humanCheck } = options
  const { onAnswer, onClosed, savedMethod = null, saveMethod = false, method = 'card' } = options
  const isBank = method === 'bank'
  const [question, setQuestion] = useState<CardFormValues | null>(null)
  const byPhone = as === 'admin'
  const paymentForm = usePaymentForm(options)
  const { form, onSubmit, refuse, frame, inFrame, holder } = paymentForm
  const { onRules } = useServiceFees()
  const fee = useFee({ as, method, amount: amountOf(form.values) })
  const { authorization, onDay } = useAuthorization({ amount: fee.total, holder })
  const onRefused = (problem: ApiProblem) => {
    tellScreen(problem, { ...options, onDay, onRules })
    // The security code is cleared after every attempt, unless one press makes the same payment; everything else stays.
    if (problem.balances.length === 0 && !problem.serviceFees) form.setFieldValue('cvv', '')
    if (problem.name === 'human-check-failed') humanCheck.reset(null)
    refuse(problem.errors)
  }
  const payment = usePayment({
    as,
    checkoutKey,
    onAnswer: (checkout) => {
      // A clerk's next try may be for another caller.
      keepForAnotherTry(!byPhone && mayPayOtherwise(checkout.outcome) ? { ...form.getValues(), method } : null)
      onAnswer?.(checkout)
    },
    onClosed,
    onRefused,
  })
  const dismissProblem = () => {
    // The server has used the verification up, so that an earlier try whose answer was lost cannot be charged anymore.
    if (payment.problem?.name === 'partner-down') humanCheck.reset(null)
    payment.dismissProblem()
  }
  const send = (values: CardFormValues) =>
    humanCheck.withAnswer((answer) => {
      const rest = {
        accounts: accountsOf(values),
        ...(leavesEmail ? {} : { confirmationEmail: values.confirmationEmail }),
        ...(values.payAnyway && { payAnyway: true }),
        humanCheck: answer,
        ...(fee.fee > 0 && { fee: fee.fee }),
      }
      const words = isBank ? { authorization: authorization.words } : {}
      if (savedMethod !== null) return payment.pay({ ...rest, ...words, savedMethod })
      if (isBank) return void payFromBank({ ...rest, ...words }, values.accountHolderName)
      if (!frame) return payment.pay({ ...rest, card: cardOf(values) })
      void cardTokenOf(frame, values).then((cardToken) => {
        if (cardToken) payment.pay({ ...rest, cardToken, ...(saveMethod && { saveMethod }) })
      })
    })
  const payFromBank = async (rest: PaymentRequest, accountHolderName: string) => {
    const bankToken = await bankTokenOf(frame, { accountHolderName, holder })
    if (bankToken) return payment.pay({ ...rest, bankToken, ...(saveMethod && { saveMethod }) })
    refuse([{ field: 'bankAccount', message: t(noBankAccount) }])
  }
  const askOrSend = (values: CardFormValues) => (isFarAbove(amountOf(values), due) ? setQuestion(values) : send(values))
  return {
    ...paymentForm,
    payment: { ...payment, dismissProblem },
    /** The last attempt failed. After an expired verification one only verifies again: there is nothing to acknowledge. */
    hasFailed: payment.problem !== null && payment.problem.name !== 'human-check-failed',
    /** Handles the form's submission. */
    onSubmit: (event: { readonly preventDefault: () => void }) => {
      event.preventDefault()
      inFrame.first(onSubmit(askOrSend))
    },
    /** Null for a card. */
    authorization: isBank ? authorization : null,
    fee,
    /** Whether an amount far above what is due is meant; null when there is nothing to ask. */
    question: question && questionOf(question, { amountOf, due, total: fee.total, send, setQuestion }),
  }
}

interface Asking extends Pick<CardPaymentOptions, 'amountOf' | 'due'> {
  readonly total: Cents
  readonly send: (values: CardFormValues) => void
  readonly setQuestion: (values: CardFormValues | null) => void
}

function questionOf(values: CardFormValues, { amountOf, due, total, send, setQuestion }: Asking) {
  return {
    amount: amountOf(values),
    total,
    due,
    onPay: () => {
      setQuestion(null)
      send(values)
    },
    onChange: () => setQuestion(null),
  }
}

type Told = Pick<ReturnType<typeof useAuthorization>, 'onDay'> & Pick<ReturnType<typeof useServiceFees>, 'onRules'>

/** What the screen shows is no longer so. */
function tellScreen(
  { name, today, serviceFees }: ApiProblem,
  { onOutdated, onMethodGone, onDay, onRules }: Pick<CardPaymentOptions, 'onOutdated' | 'onMethodGone'> & Told,
): void {
  onDay(today)
  onRules(serviceFees)
  if (refusalsOfOutdated.has(name)) onOutdated?.()
  if (name === 'saved-card-gone') onMethodGone?.()
}

/** Whether an amount is more than twice what is due and more than $500 above it (R32). */
function isFarAbove(amount: Cents, due: Cents): boolean {
  const owed = Math.max(due, 0)
  return amount > 2 * owed && amount - owed > 50_000
}
