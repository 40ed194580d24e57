import type { Checkout } from '@portal/contract/checkout'
import { Queries } from '#api/queries.tsx'
import { PaymentById } from './payment-by-id.tsx'
import { PaymentByKey } from './payment-by-key.tsx'

interface FetchedPaymentProps {
  readonly id: string | undefined
  /** The idempotency key of a payment whose reply never arrived; used when there is no `id`. */
  readonly checkoutKey: string | undefined
  /** The payment as it was stored in this tab, if it was. */
  readonly stored: Checkout | undefined
}

/** A payment whose outcome has to be fetched from the server. */
export function FetchedPayment({ id, checkoutKey, stored }: FetchedPaymentProps) {
  return (
    <Queries>
      {id ? <PaymentById id={id} stored={stored} /> : null}
      {!id && checkoutKey ? <PaymentByKey checkoutKey={checkoutKey} /> : null}
    </Queries>
  )
}
