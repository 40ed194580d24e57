import type { Checkout } from '@portal/contract/payments'
import { Queries } from '#session/queries.tsx'
import { PaymentById } from './payment-by-id.tsx'
import { PaymentByKey } from './payment-by-key.tsx'

interface AskedPaymentProps {
  /** The checkout's public id… */
  readonly id: string | undefined
  /** …or the idempotency key of a payment whose answer never arrived. */
  readonly checkoutKey: string | undefined
  /** What is known of it already. */
  readonly stored: Checkout | undefined
}

/** A payment that the server has to be asked about. */
export function AskedPayment({ id, checkoutKey, stored }: AskedPaymentProps) {
  return (
    <Queries>
      {id ? <PaymentById id={id} stored={stored} /> : null}
      {!id && checkoutKey ? <PaymentByKey checkoutKey={checkoutKey} /> : null}
    </Queries>
  )
}
