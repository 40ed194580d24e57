import {
  continueCheckout,
  findCheckout,
  readCheckout,
  startCheckout as startCheckoutCall,
} from '@portal/contract/checkout'
import { sendReceipt as sendReceiptCall } from '@portal/contract/one-payment'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { adminRoute, route } from '../../http/route.ts'
import { isPlannedFor } from '../../payments/planned/charge.ts'
import { findByKey, readByPublicId } from '../../payments/records/checkouts.ts'
import type { StoredCheckout } from '../../payments/records/stored-checkout.ts'
import { continuePayment } from '../../payments/submit/continue-payment.ts'
import type { PaymentDoor } from '../../payments/submit/payer.ts'
import { refuseCommonly } from '../../refusal.ts'
import { checkoutView } from './checkout-view.ts'
import { sendReceipt } from './send-receipt.ts'
import { startCheckout } from './start-checkout.ts'

/** docs/payments.md */
export function checkoutRoutes(app: FastifyInstance, engine: PaymentDoor): void {
  route(app, startCheckoutCall, async (request) =>
    startCheckout(engine, request, request.headers['idempotency-key'], request.body),
  )
  route(app, readCheckout, async ({ params, session }) =>
    checkoutView(
      engine.gateway,
      await ownedOrPlanned(engine.db, await readByPublicId(engine.db, params.publicId), session),
      session,
    ),
  )
  route(app, continueCheckout, async ({ params, session, body }) => {
    await consume(engine, 'confirmationsPerSession', String(session.id))
    const stored = owned(await readByPublicId(engine.db, params.publicId), session.id)
    const { checkout, confirmation } = await continuePayment(engine, stored, body.isGivenUp ?? false)
    return { checkout: checkoutView(engine.gateway, checkout, session), confirmation }
  })
  route(app, findCheckout, async ({ query, session }) =>
    checkoutView(engine.gateway, owned(await findByKey(engine.db, session.id, query.key), session.id), session),
  )
  adminRoute(app, sendReceiptCall, async (request) => {
    await sendReceipt(engine, request.session, request.body, request)
    return { result: { status: 'Success' as const } }
  })
}

/** Of no session are the payments that AutoPay made: their customer reads them in any. */
async function ownedOrPlanned(db: Db, checkout: StoredCheckout | null, session: Caller): Promise<StoredCheckout> {
  const isPlanned = checkout && session.kind === 'customer' && checkout.sessionId === null
  if (isPlanned && (await isPlannedFor(db, checkout.id, session.webUserId))) return checkout
  return owned(checkout, session.id)
}

/** Somebody else's checkout is treated as if it did not exist. */
function owned(checkout: StoredCheckout | null, sessionId: number): StoredCheckout {
  if (!checkout || checkout.sessionId !== sessionId) throw refuseCommonly('not-found')
  return checkout
}
