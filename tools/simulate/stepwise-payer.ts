import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { type Cents, cents } from '@portal/contract/money'
import { readDraft, saveDraft, saveItem } from '@portal/server/features/stepwise-payments/drafts.ts'
import { nextTurn, readByPublicId } from '@portal/server/payments/records/checkouts.ts'
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
  const draft = await readDraft(server.engine.db, wish.overallId)
  if (draft) {
    for (const accountId of wish.accounts) {
      await saveItem(server.engine.db, {
        draftId: draft.id,
        accountId,
        amount: wish.amount,
        serviceLocation: '',
        most: 600,
      })
    }
    const turn = await nextTurn(server.engine.db, draft.sessionId, draft.idempotencyKey)
    const asked = intentFor(simulated, server, wish, turn)
    const intent = { ...asked, publicId: draft.publicId, draft: { id: draft.id } }
    return await takeOrRefuse(simulated, server, intent, turn, { key: idempotencyKey, sight: wish.sight })
  }
  const checkout = await readByPublicId(server.engine.db, wish.overallId)
  return tellOf(idempotencyKey, checkout)
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
