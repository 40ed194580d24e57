import type { PayMethod } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import type { Checkout, checkoutProblems } from '@portal/contract/checkout'
import type { Cents } from '@portal/contract/money'
import { paymentFormTexts, paymentTexts } from '@portal/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { usePopup } from '#session/popup.tsx'
import { type FieldList, useForm } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { useAuthorization } from '../bank/use-authorization.ts'
import { cardFormFields, type CardFormFields, type CardFormValues, cardOf } from '../card/card-fields.tsx'
import {
  bankTokenOf,
  type CardFrame,
  cardTokenOf,
  noBankAccount,
  useCardFrame,
  useFrameCheck,
  useMissingInFrame,
} from '../card/card-frame.ts'
import { useFee, useServiceFees } from '../fees/use-fee.tsx'
import type { HumanCheck } from '../human-check/use-human-check.ts'
import { keepForAnotherTry, mayPayOtherwise } from './another-try.ts'
import { keepResult } from './payment-memory.ts'
import { announcePayment } from './payments-elsewhere.ts'
import { type PaymentRequest, sendPayment } from './send-payment.ts'

/** The refusals of a payment whose page shows accounts as they no longer are. */
const refusalsOfOutdated: ReadonlySet<string> = new Set([
  'account-being-paid',
  'account-not-payable',
  'balance-changed',
  'payment-on-its-way',
] satisfies (keyof typeof checkoutProblems)[])

interface CardPaymentOptions {
  /** Whose session pays. */
  readonly as: SessionKind
  readonly method?: PayMethod
  /** The idempotency key of this checkout. */
  readonly checkoutKey: string
  readonly initial: Partial<CardFormValues>
  /** The accounts to pay, given the completed form. */
  readonly accountsOf: (values: CardFormValues) => PaymentRequest['accounts']
  /** Of these accounts: banks are about to pay some, so that more is paid only on purpose. */
  readonly pending: readonly unknown[]
  /** What is due on these accounts; the payer is asked about an amount far above it (R32). */
  readonly due: Cents
  /** The amount about to be paid. */
  readonly amountOf: (values: CardFormValues) => Cents
  /** The receipt goes to the address on file, which this payer is not shown (R31). */
  readonly leavesEmail?: boolean
  readonly humanCheck: HumanCheck
  /** The saved card that pays; without one, the typed card does. */
  readonly savedCard?: number | null
  /** The typed card is saved with the payment. */
  readonly saveCard?: boolean
  /** Called when the saved card is there no more. */
  readonly onCardGone?: () => void
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
  const { as, checkoutKey, initial, accountsOf, due, amountOf, leavesEmail = false, humanCheck } = options
  const { onAnswer, onClosed, savedCard = null, saveCard = false, method = 'card' } = options
  const isBank = method === 'bank'
  const [question, setQuestion] = useState<CardFormValues | null>(null)
  const { profile, month } = usePortalStart()
  const byPhone = as === 'admin'
  const fields = useMemo(
    () => cardFormFields({ cards: profile, month, byPhone, method }),
    [profile, month, byPhone, method],
  )
  const frame = useCardFrame()
  const without = {
    ...notTyped(fields, { frame, savedCard, method }),
    ...(leavesEmail && { confirmationEmail: fields.confirmationEmail }),
  }
  const ofCard = useFrameCheck(savedCard === null && !isBank ? frame : null)
  const ofBank = useMissingInFrame(isBank && savedCard === null ? frame : null, {
    at: 'bankAccount',
    message: t(noBankAccount),
  })
  const inFrame = isBank ? ofBank : ofCard
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, {
    initial: { holder: 'individual', ...initial },
    without,
    rules: [
      inFrame.rule,
      {
        at: 'payAnyway',
        message: t(paymentFormTexts.payMoreAsked),
        isMet: ({ payAnyway }) => payAnyway || options.pending.length === 0,
      },
    ],
  })
  const holder = form.values.holder === 'company' ? 'company' : 'individual'
  const { onRules } = useServiceFees()
  const fee = useFee({ as, method, amount: amountOf(form.values) })
  const { authorization, onDay } = useAuthorization({ amount: fee.total, holder })
  const onRefused = (problem: ApiProblem) => {
    tellScreen(problem, options)
    onDay(problem.today)
    onRules(problem.serviceFees)
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
      if (savedCard !== null) return payment.pay({ ...rest, ...words, savedCard })
      if (isBank) return void payFromBank({ ...rest, ...words }, values.accountHolderName)
      if (!frame) return payment.pay({ ...rest, card: cardOf(values) })
      void cardTokenOf(frame, values).then((cardToken) => {
        if (cardToken) payment.pay({ ...rest, cardToken, ...(saveCard && { saveCard }) })
      })
    })
  const payFromBank = async (rest: PaymentRequest, accountHolderName: string) => {
    const bankToken = await bankTokenOf(frame, { accountHolderName, holder })
    if (bankToken) return payment.pay({ ...rest, bankToken, ...(saveCard && { saveCard }) })
    refuse([{ field: 'bankAccount', message: t(noBankAccount) }])
  }
  const askOrSend = (values: CardFormValues) => (isFarAbove(amountOf(values), due) ? setQuestion(values) : send(values))
  return {
    form,
    fields,
    attempt,
    errors,
    payment: { ...payment, dismissProblem },
    /** The last attempt failed. After an expired verification one only verifies again: there is nothing to acknowledge. */
    hasFailed: payment.problem !== null && payment.problem.name !== 'human-check-failed',
    /** Handles the form's submission. */
    onSubmit: (event: { readonly preventDefault: () => void }) => {
      event.preventDefault()
      inFrame.first(onSubmit(askOrSend))
    },
    frame,
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

/** What the screen shows is no longer so. */
function tellScreen({ name }: ApiProblem, { onOutdated, onCardGone }: CardPaymentOptions): void {
  if (refusalsOfOutdated.has(name)) onOutdated?.()
  if (name === 'saved-card-gone') onCardGone?.()
}

interface TypedWhere {
  readonly frame: CardFrame | null
  readonly savedCard: number | null
  readonly method: PayMethod
}

/** Typed into the gateway's frame, saved before, or of the other method. */
function notTyped(
  { cardNumber, expiry, cvv, cardHolderName, billingZipCode, accountHolderName, holder }: CardFormFields,
  { frame, savedCard, method }: TypedWhere,
): FieldList {
  const ofCard = { cardNumber, expiry, cvv, cardHolderName, billingZipCode }
  if (method === 'bank' && savedCard === null) return ofCard
  const ofBank = { accountHolderName, holder }
  if (savedCard !== null) return { ...ofBank, ...ofCard }
  return frame ? { ...ofBank, cardNumber, expiry, cvv } : ofBank
}

/** Whether an amount is more than twice what is due and more than $500 above it (R32). */
function isFarAbove(amount: Cents, due: Cents): boolean {
  const owed = Math.max(due, 0)
  return amount > 2 * owed && amount - owed > 50_000
}

interface PaymentOptions {
  /** Whose session pays. */
  readonly as: SessionKind
  /** The idempotency key of this checkout. */
  readonly checkoutKey: string
  readonly onAnswer?: ((checkout: Checkout) => void) | undefined
  readonly onRefused: (problem: ApiProblem) => void
  readonly onClosed: () => void
}

/**
 * A payment as a form makes it (C§4). While it runs, a popup that cannot be closed says so, and the page cannot be left:
 * the browser asks before closing or reloading it, and Back does nothing. Its outcome opens the result page.
 */
function usePayment({ as, checkoutKey, onAnswer, onRefused, onClosed }: PaymentOptions) {
  const popup = usePopup()
  const navigate = useNavigate()
  const [newBalances, setNewBalances] = useState<ReadonlyMap<string, Cents>>(new Map())
  // A ref and not state: a double click is faster than a render.
  const isPaying = useRef(false)
  useBlocker({ shouldBlockFn: () => isPaying.current, enableBeforeUnload: () => isPaying.current })

  const settle = () => {
    isPaying.current = false
    popup.hide()
  }
  const payment = useMutation<Checkout, Error, PaymentRequest>({
    // The card must not stay in memory longer than the form does.
    gcTime: 0,
    mutationFn: (request) => sendPayment({ as, key: checkoutKey, request }),
    onSuccess: (checkout) => {
      keepResult(checkout)
      announcePayment()
      settle()
      onAnswer?.(checkout)
      // Replaces the form in the history, so that Back does not lead to a used card form.
      void navigate({ to: paths.paymentResult, search: { id: checkout.publicId, by: as }, replace: true })
    },
    onError: (error) => {
      const problem = asProblem(error)
      settle()
      if (problem.name === 'maintenance') return onClosed()
      setNewBalances(
        (before) => new Map([...before, ...problem.balances.map((now) => [now.accountId, now.amountDue] as const)]),
      )
      if (problem.name === 'partner-down') popup.show({ kind: 'danger', message: t(paymentTexts.failed) })
      onRefused(problem)
    },
  })
  const pay = (request: PaymentRequest) => {
    if (isPaying.current) return
    isPaying.current = true
    popup.show({ kind: 'warning', message: t(paymentTexts.processing), locked: true })
    payment.mutate({ ...request, accounts: request.accounts.map((account) => withNewBalance(account, newBalances)) })
  }
  const lastRequest = payment.variables
  return {
    pay,
    isPaying: payment.isPending,
    problem: payment.error ? asProblem(payment.error) : null,
    /** The balance of an account as last given by a refusal; undefined when it has not changed since it was shown. */
    owedNow: (accountId: string) => newBalances.get(accountId),
    /** The accounts of the last attempt. */
    asked: lastRequest?.accounts ?? [],
    /** Clears the problem. */
    dismissProblem: () => payment.reset(),
    /**
     * Sends the same payment again under the same key, which cannot charge twice; with the new balances, if a refusal
     * gave any.
     */
    tryAgain: () => {
      const problem = payment.error && asProblem(payment.error)
      const isOnPurpose = problem?.name === 'payment-on-its-way'
      if (lastRequest) pay({ ...lastRequest, ...(isOnPurpose && { payAnyway: true }) })
    },
  }
}

type AccountToPay = PaymentRequest['accounts'][number]

/** Replaces the balance that was shown for an account with the one that a refusal gave. */
function withNewBalance(account: AccountToPay, newBalances: ReadonlyMap<string, Cents>): AccountToPay {
  const owed = newBalances.get(account.accountId)
  return owed === undefined ? account : { ...account, amountDue: owed }
}
