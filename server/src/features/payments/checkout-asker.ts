import type { Caller } from '../../caller.ts'

/** Who asks for a checkout, and under which key. */
export interface CheckoutAsker {
  session: Caller
  idempotencyKey: string
  clientAddress: string
}
