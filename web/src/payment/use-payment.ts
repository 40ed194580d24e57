import type { SessionKind } from '@portal/contract/call'
import { type Checkout, paymentTexts } from '@portal/contract/payments'
import { useNavigate } from '@tanstack/react-router'
import type { Cents } from '@portal/contract/money'
import { useRef, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { usePopup } from '#session/popup.tsx'
import { type PaymentRequest, useCheckout } from './use-checkout.ts'
import { useStayOnPage } from './use-stay-on-page.ts'

interface PaymentOptions {
  /** Whose session pays. */
  readonly as: SessionKind
  readonly checkoutKey: string
  readonly onAnswer?: ((checkout: Checkout) => void) | undefined
  readonly onRefused: (problem: ApiProblem) => void
  readonly onClosed: () => void
}

/**
 * A payment as a form makes it (C§4): while it runs, a popup that cannot be closed and a page that cannot be left, and
 * then the result page.
 */
export function usePayment({ as, checkoutKey, onAnswer, onRefused, onClosed }: PaymentOptions) {
  const popup = usePopup()
  const navigate = useNavigate()
  const [newBalances, setNewBalances] = useState<ReadonlyMap<string, Cents>>(new Map())
  // A ref and not state: a double click is faster than a render.
  const isPaying = useRef(false)
  useStayOnPage(() => isPaying.current)

  const settle = () => {
    isPaying.current = false
    popup.hide()
  }
  const checkout = useCheckout({
    as,
    key: checkoutKey,
    onAnswer: (answered) => {
      settle()
      onAnswer?.(answered)
      // Replaces the form in the history, so that Back does not lead to a used card form.
      void navigate({ to: paths.paymentResult, search: { id: answered.publicId, by: as }, replace: true })
    },
    onRefused: (problem) => {
      settle()
      if (problem.name === 'maintenance') return onClosed()
      setNewBalances(
        (before) => new Map([...before, ...problem.balances.map((now) => [now.accountId, now.amountDue] as const)]),
      )
      if (problem.name === 'partner-down') popup.show({ kind: 'danger', message: paymentTexts.failed })
      onRefused(problem)
    },
  })
  const pay = (request: PaymentRequest) => {
    if (isPaying.current) return
    isPaying.current = true
    popup.show({ kind: 'warning', message: paymentTexts.processing, locked: true })
    checkout.mutate({ ...request, accounts: request.accounts.map((account) => withNewBalance(account, newBalances)) })
  }
  const lastRequest = checkout.variables
  return {
    pay,
    isPaying: checkout.isPending,
    problem: checkout.error ? asProblem(checkout.error) : null,
    /** The balance of an account as last told by a refusal; undefined when it has not changed since it was shown. */
    owedNow: (accountId: string) => newBalances.get(accountId),
    /** The accounts of the last attempt. */
    asked: lastRequest?.accounts ?? [],
    /** Clears the problem. */
    dismissProblem: () => checkout.reset(),
    /**
     * Sends the same payment again under the same key, which cannot charge twice; with the new balances, if a refusal
     * told any.
     */
    tryAgain: () => {
      if (lastRequest) pay(lastRequest)
    },
  }
}

type AccountToPay = PaymentRequest['accounts'][number]

/** Replaces the balance that was shown for an account with the one that a refusal told. */
function withNewBalance(account: AccountToPay, newBalances: ReadonlyMap<string, Cents>): AccountToPay {
  const owed = newBalances.get(account.accountId)
  return owed === undefined ? account : { ...account, amountDue: owed }
}
