import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { type Cents, cents } from '@portal/contract/money'
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
  const draft = await server.drafts.readDraft(wish.overallId)
  if (draft) {
    for (const accountId of wish.accounts) {
      await server.drafts.saveItem({
        draftId: draft.id,
        accountId,
        amount: wish.amount,
        serviceLocation: '',
        most: 600,
      })
    }
    const turn = await server.engine.store.nextTurn(draft.sessionId, draft.idempotencyKey)
    const asked = intentFor(simulated, server, wish, turn)
    const intent = { ...asked, publicId: draft.publicId, draft: { id: draft.id } }
    return await takeOrRefuse(simulated, server, intent, turn, wish.sight)
  }
  const checkout = await server.engine.store.read(wish.overallId)
  return tellOf(idempotencyKey, checkout)
}

async function begin({ engine, drafts }: Server, wish: StepwiseWish): Promise<CheckoutPublicId> {
  const { sessionId, idempotencyKey, accounts, amount } = wish
  return drafts.saveDraft({
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
