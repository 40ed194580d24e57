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
 * One payment as a form makes it (C§4): the popup that cannot be closed while it runs, the page that cannot be left,
 * and the result page at its end.
 */
export function usePayment({ as, checkoutKey, onAnswer, onRefused, onClosed }: PaymentOptions) {
  const popup = usePopup()
  const navigate = useNavigate()
  const [told, setTold] = useState<ReadonlyMap<string, Cents>>(new Map())
  // A ref, not state: a double click is faster than a render.
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
      // In place of the form, so that Back does not lead to a card form that was already used.
      void navigate({ to: paths.paymentResult, search: { id: answered.publicId, by: as }, replace: true })
    },
    onRefused: (problem) => {
      settle()
      if (problem.name === 'maintenance') return onClosed()
      setTold(
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
    checkout.mutate({ ...request, accounts: request.accounts.map((account) => knowing(account, told)) })
  }
  const lastRequest = checkout.variables
  return {
    pay,
    isPaying: checkout.isPending,
    problem: checkout.error ? asProblem(checkout.error) : null,
    /** What the payer has been told to be owed on an account since it was shown; undefined for nothing new. */
    owedNow: (accountId: string) => told.get(accountId),
    /** The accounts of the last try. */
    asked: lastRequest?.accounts ?? [],
    /** Leaves what went wrong behind. */
    goOn: () => checkout.reset(),
    /**
     * Sends exactly the same payment again, under the same key: it cannot charge twice. Where the payer was told a new
     * balance, it is made knowing that.
     */
    tryAgain: () => {
      if (lastRequest) pay(lastRequest)
    },
  }
}

type AskedAccount = PaymentRequest['accounts'][number]

/** What was told of an account by a refusal counts as shown from then on. */
function knowing(account: AskedAccount, told: ReadonlyMap<string, Cents>): AskedAccount {
  const owed = told.get(account.accountId)
  return owed === undefined ? account : { ...account, amountDue: owed }
}
