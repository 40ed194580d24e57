import type { SessionKind } from '@portal/contract/call'
import type { Checkout, checkoutProblems } from '@portal/contract/checkout'
import { useMemo } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { cardFields, cardFormSchema, type CardFormValues, cardOf, refusedCardFields } from '../card/card-form.ts'
import type { HumanCheck } from '../human-check/use-human-check.ts'
import type { PaymentRequest } from './send-payment.ts'
import { usePayment } from './use-payment.ts'

/** The refusals of a payment whose page shows accounts as they no longer are. */
const refusalsOfOutdated: ReadonlySet<string> = new Set([
  'account-being-paid',
  'account-not-payable',
  'balance-changed',
] satisfies (keyof typeof checkoutProblems)[])

interface CardPaymentOptions {
  /** Whose session pays. */
  readonly as: SessionKind
  /** The idempotency key of this checkout. */
  readonly checkoutKey: string
  readonly initialValues: CardFormValues
  /** The accounts to pay, given the completed form. */
  readonly accountsOf: (values: CardFormValues) => PaymentRequest['accounts']
  readonly humanCheck: HumanCheck
  readonly onAnswer?: (checkout: Checkout) => void
  /** Called when the server says that paying is switched off. */
  readonly onClosed: () => void
  /** Called when the accounts are no longer as they were shown. */
  readonly onOutdated?: () => void
}

/** A card form with the rules of C§5, and the payment that it makes (C§4, A§5), for a page of its own and for a dialog. */
export function useCardPayment(options: CardPaymentOptions) {
  const { as, checkoutKey, initialValues, accountsOf, humanCheck, onAnswer, onClosed, onOutdated } = options
  const { profile, month } = usePortalStart()
  const check = useMemo(() => checkBySchema(cardFormSchema(profile, month)), [profile, month])
  const { form, attempt, errors, onSubmit, refuse } = useCheckedForm({ initialValues, check, fieldIds: cardFields })
  const onRefused = (problem: ApiProblem) => {
    if (refusalsOfOutdated.has(problem.name)) onOutdated?.()
    // The security code is cleared after every attempt, unless one press makes the same payment; everything else stays.
    if (problem.balances.length === 0) form.setFieldValue('cvv', '')
    if (problem.name === 'human-check-failed') humanCheck.reset(problem.message)
    refuse(refusedCardFields(problem))
  }
  const payment = usePayment({ as, checkoutKey, onAnswer, onClosed, onRefused })
  const dismissProblem = () => {
    // The server has used the verification up, so that an earlier try whose answer was lost cannot be charged any more.
    if (payment.problem?.name === 'partner-down') humanCheck.reset(null)
    payment.dismissProblem()
  }
  return {
    form,
    attempt,
    errors,
    payment: { ...payment, dismissProblem },
    /** The last attempt failed. After an expired verification one only verifies again: there is nothing to acknowledge. */
    hasFailed: payment.problem !== null && payment.problem.name !== 'human-check-failed',
    /** Handles the form's submission. */
    onSubmit: humanCheck.guard((answer) =>
      onSubmit((values) =>
        payment.pay({
          accounts: accountsOf(values),
          card: cardOf(values),
          confirmationEmail: values.confirmationEmail,
          humanCheck: answer,
        }),
      )(),
    ),
  }
}
