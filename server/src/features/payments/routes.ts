import { sendReceipt as sendReceiptCall } from '@portal/contract/one-payment'
import { findCheckout, readCheckout, startCheckout as startCheckoutCall } from '@portal/contract/payments'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { refuseCommonly } from '../../http/problem.ts'
import { adminRoute, route } from '../../http/route.ts'
import { checkoutView } from './checkout/checkout-view.ts'
import { readByPublicId } from './checkout/read-checkouts.ts'
import { findByKey } from './checkout/read-checkouts.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { turnSweep } from './checkout/turns.ts'
import { makeEngine } from './engine.ts'
import { resolveLoop } from './look-up/resolve-unknown.ts'
import { cancellationLoop } from './posting/cancel-at-billing.ts'
import { postingLoop } from './posting/post-to-billing.ts'
import { reversalLoop } from './reversals/give-back.ts'
import { sendReceipt } from './send-receipt.ts'
import { clientNoteSweep } from './stepwise/client-note-sweep.ts'
import { draftSweep } from './stepwise/draft-sweep.ts'
import { stepwiseRoutes } from './stepwise/routes.ts'
import type { StoredCheckout } from './store.ts'

/**
 * Paying by card (docs/payments.md). `isPayNowOff` says whether the maintenance switch stops guests from paying (R16).
 */
export function paymentsRoutes(app: FastifyInstance, deps: Deps, isPayNowOff: () => Promise<boolean>): void {
  const engine = makeEngine(deps)

  route(app, startCheckoutCall, async ({ body, headers, session, clientAddress, requestId, hasLeft }) => {
    const asker = { session, clientAddress, requestId, hasLeft, idempotencyKey: headers['idempotency-key'] }
    return startCheckout({ deps, engine, isPayNowOff }, asker, body)
  })
  route(app, readCheckout, async ({ params, session }) =>
    checkoutView(owned(await readByPublicId(engine.db, params.publicId), session.id), session),
  )
  route(app, findCheckout, async ({ query, session }) =>
    checkoutView(owned(await findByKey(engine.db, session.id, query.key), session.id), session),
  )
  adminRoute(app, sendReceiptCall, async (asked) => {
    await sendReceipt(deps, asked.session, asked.body, asked)
    return { result: { status: 'Success' as const } }
  })
  stepwiseRoutes(app, { deps, engine, isPayNowOff })
}

/** The background work of payments: reporting to the billing system, settling unknown outcomes, giving charges back. */
export function paymentWork(deps: Deps): Work[] {
  const engine = makeEngine(deps)
  return [
    postingLoop(engine),
    resolveLoop(engine),
    reversalLoop(engine),
    cancellationLoop(engine),
    draftSweep(deps),
    clientNoteSweep(deps),
    turnSweep(deps),
  ]
}

/** A checkout of somebody else is treated as if it did not exist. */
function owned(checkout: StoredCheckout | null, sessionId: number): StoredCheckout {
  if (!checkout || checkout.sessionId !== sessionId) throw refuseCommonly('not-found')
  return checkout
}
