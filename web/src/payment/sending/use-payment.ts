import type { SessionKind } from '@portal/contract/call'
import type { Checkout } from '@portal/contract/checkout'
import type { Cents } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { usePopup } from '#session/popup.tsx'
import { t } from '#ui/text/t.ts'
import { keepResult } from './payment-memory.ts'
import { announcePayment } from './payments-elsewhere.ts'
import { type PaymentRequest, sendPayment } from './send-payment.ts'

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
export function usePayment({ as, checkoutKey, onAnswer, onRefused, onClosed }: PaymentOptions) {
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
