import type { Session } from '../../foundation/sessions/session.ts'

/** Who asks for a checkout, and under which key. */
export interface CheckoutAsker {
  session: Session
  idempotencyKey: string
  clientAddress: string
}
