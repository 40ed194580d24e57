import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { type Cents, cents } from '@portal/contract/money'
import { saveDraft, saveItem } from '@portal/server/features/stepwise-payments/drafts.ts'
import { findOwn, nextTurn } from '@portal/server/payments/records/checkouts.ts'
import { intentFor } from './payment-wish.ts'
import type { Server } from './servers.ts'
import { takeOrRefuse } from './take-or-refuse.ts'
import { type Told, tellOf } from './told.ts'
import type { Sight, SimulatedWorld } from './world.ts'

/** What a stepwise client wants to pay, and the overallId that it was given and keeps. */
export interface StepwiseWish {
  sessionId: number
  idempotencyKey: string
  accounts: AccountNumber[]
  amount: Cents
  sight: Sight
  overallId: CheckoutPublicId | null
}

/**
 * One pass through the stepwise calls (A§7) that change records: begins the payment, saves every account, charges the
 * card. Steps that were done before are repeated, which must be harmless.
 */
export async function payStepwise(simulated: SimulatedWorld, server: Server, wish: StepwiseWish): Promise<Told> {
  const { idempotencyKey } = wish
  wish.overallId ??= await begin(server, wish)
  const found = await findOwn(server.engine.db, wish.sessionId, wish.overallId)
  if (found && !found.attempt) {
    for (const accountId of wish.accounts) {
      await saveItem(server.engine.db, {
        draftId: found.id,
        accountId,
        amount: wish.amount,
        serviceLocation: '',
        most: 600,
      })
    }
    const turn = await nextTurn(server.engine.db, wish.sessionId, found.idempotencyKey)
    const asked = intentFor(simulated, server, wish, turn)
    const intent = { ...asked, publicId: found.publicId, draft: { id: found.id } }
    return await takeOrRefuse(simulated, server, intent, turn, { key: idempotencyKey, sight: wish.sight })
  }
  return tellOf(idempotencyKey, found)
}

async function begin({ engine }: Server, wish: StepwiseWish): Promise<CheckoutPublicId> {
  const { sessionId, idempotencyKey, accounts, amount } = wish
  return saveDraft(engine.db, {
    publicId: engine.newPublicId(),
    sessionId,
    paidBy: null,
    idempotencyKey,
    contentHash: `draft ${idempotencyKey}`,
    mode: 'Online',
    amount: cents(amount * accounts.length),
    at: engine.clock.now(),
  })
}
