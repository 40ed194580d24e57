import type { SessionKind } from '@portal/contract/call'
import { type Checkout, paymentTexts } from '@portal/contract/payments'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
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
 * One payment as a form makes it (C§4): the popup that cannot be closed while it runs, the page that cannot be left, and
 * the result page at its end.
 */
export function usePayment({ as, checkoutKey, onAnswer, onRefused, onClosed }: PaymentOptions) {
  const popup = usePopup()
  const navigate = useNavigate()
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
      if (problem.name === 'partner-down') popup.show({ kind: 'danger', message: paymentTexts.failed })
      onRefused(problem)
    },
  })
  const pay = (request: PaymentRequest) => {
    if (isPaying.current) return
    isPaying.current = true
    popup.show({ kind: 'warning', message: paymentTexts.processing, locked: true })
    checkout.mutate(request)
  }
  const lastRequest = checkout.variables
  return {
    pay,
    isPaying: checkout.isPending,
    problem: checkout.error ? asProblem(checkout.error) : null,
    /** Leaves what went wrong behind. */
    goOn: () => checkout.reset(),
    /** Sends exactly the same payment again, under the same key: it cannot charge twice. */
    tryAgain: () => {
      if (lastRequest) pay(lastRequest)
    },
  }
}
