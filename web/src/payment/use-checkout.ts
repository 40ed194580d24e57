import type { SessionKind } from '@portal/contract/call'
import { type Checkout, type CheckoutRequest, startCheckout } from '@portal/contract/payments'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { forgetPaymentInFlight, keepResult, rememberPaymentInFlight } from './payment-memory.ts'
import { announcePayment } from './payments-elsewhere.ts'

/** Everything a payment needs, including the card; it only exists in this page's memory. */
export type PaymentRequest = z.input<typeof CheckoutRequest>

/** The gateway may take a minute; the server always replies within this time. */
const longestPaymentSeconds = 100
/** The pauses in milliseconds before the same payment is sent again when no reply came. */
const pauses = [1000, 3000] as const

interface CheckoutOptions {
  /** Whose session pays. */
  readonly as: SessionKind
  /** The idempotency key: however often the payment is sent, the card is charged at most once. */
  readonly key: string
  readonly onAnswer: (checkout: Checkout) => void
  readonly onRefused: (problem: ApiProblem) => void
}

/** Sends a payment, repeating it if no reply arrives, and reports its outcome or its failure. */
export function useCheckout({ as, key, onAnswer, onRefused }: CheckoutOptions) {
  return useMutation<Checkout, Error, PaymentRequest>({
    // The card must not stay in memory longer than the form does.
    gcTime: 0,
    mutationFn: (request) => pay({ as, key, request }),
    onSuccess: (checkout) => {
      forgetPaymentInFlight()
      keepResult(checkout)
      announcePayment()
      onAnswer(checkout)
    },
    onError: (error) => {
      const problem = asProblem(error)
      // After a refusal the payment is over; only without a reply does it remain in flight.
      if (!problem.isUncertain) forgetPaymentInFlight()
      onRefused(problem)
    },
  })
}

interface Payment {
  readonly as: SessionKind
  readonly key: string
  readonly request: PaymentRequest
}

/** Sends the same payment under the same key until there is a reply, or until another attempt would not help. */
async function pay(payment: Payment): Promise<Checkout> {
  rememberPaymentInFlight(payment)
  for (const pause of pauses) {
    try {
      return await payOnce(payment)
    } catch (error) {
      if (!asProblem(error).isUncertain) throw error
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
  return await payOnce(payment)
}

async function payOnce({ as, key, request }: Payment): Promise<Checkout> {
  return await send(startCheckout, {
    as,
    headers: { 'idempotency-key': key },
    body: request,
    timeoutSeconds: longestPaymentSeconds,
  })
}
