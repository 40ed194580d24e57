import type { SessionKind } from '@portal/contract/call'
import { type Checkout, type CheckoutRequest, startCheckout } from '@portal/contract/checkout'
import type { z } from 'zod'
import { asProblem, send } from '#api/send.ts'
import { forgetPaymentInFlight, rememberPaymentInFlight } from './payment-memory.ts'

/** Everything a payment needs, including the card; it only exists in this page's memory. */
export type PaymentRequest = z.input<typeof CheckoutRequest>

interface Payment {
  /** Whose session pays. */
  readonly as: SessionKind
  /** The idempotency key: however often the payment is sent, the card is charged at most once. */
  readonly key: string
  readonly request: PaymentRequest
}

/** The gateway may take a minute; the server always replies within this time. */
const longestPaymentSeconds = 100
/** The pauses in milliseconds before the same payment is sent again when no reply came. */
const pauses = [1000, 3000] as const

/**
 * Sends a payment, and sends it again under the same key as long as no reply comes: three times in all. Until there is
 * a reply, the tab remembers the payment as one in flight.
 * @throws ApiProblem; when it is uncertain or the page's own fault, the payment may still have arrived
 */
export async function sendPayment(payment: Payment): Promise<Checkout> {
  rememberPaymentInFlight(payment)
  try {
    const checkout = await sendUntilAnswered(payment)
    forgetPaymentInFlight()
    return checkout
  } catch (error) {
    const { isUncertain, name } = asProblem(error)
    if (!isUncertain && name !== 'page-fault') forgetPaymentInFlight()
    throw error
  }
}

async function sendUntilAnswered(payment: Payment): Promise<Checkout> {
  for (const pause of pauses) {
    try {
      return await sendOnce(payment)
    } catch (error) {
      if (!asProblem(error).isUncertain) throw error
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
  return await sendOnce(payment)
}

async function sendOnce({ as, key, request }: Payment): Promise<Checkout> {
  return await send(startCheckout, {
    as,
    headers: { 'idempotency-key': key },
    body: request,
    timeoutSeconds: longestPaymentSeconds,
  })
}
