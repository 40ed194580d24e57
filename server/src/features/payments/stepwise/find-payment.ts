import { readByPublicId } from '../checkout/read-checkouts.ts'
import type { StoredCheckout, StoredItem } from '../store.ts'
import { readDraft } from './draft-queries.ts'
import { readIndividualId, readOverallId } from './ids.ts'
import type { StepwiseDeps } from './stepwise-deps.ts'
import type { DraftItem, StoredDraft } from './stepwise-store.ts'

/** A payment of this session as far as it has come, or null: somebody else's payment looks like none at all. */
export type FoundPayment = { draft: StoredDraft } | { checkout: StoredCheckout } | null

/** The payment that the overallId of a client names. */
export async function findPayment({ deps }: StepwiseDeps, sessionId: number, named: string): Promise<FoundPayment> {
  const overallId = readOverallId(named)
  if (!overallId) return null
  // In this order: a draft that is charged between the two queries is found by the second.
  const draft = await readDraft(deps.db, overallId)
  if (draft) return draft.sessionId === sessionId ? { draft } : null
  const checkout = await readByPublicId(deps.db, overallId)
  return checkout?.sessionId === sessionId ? { checkout } : null
}

/** One account's payment with the payment it belongs to. */
type FoundItem = { draft: StoredDraft; item: DraftItem } | { checkout: StoredCheckout; item: StoredItem } | null

/** The account's payment that the indivId of a client names. */
export async function findItem(parts: StepwiseDeps, sessionId: number, individualId: string): Promise<FoundItem> {
  const named = readIndividualId(individualId)
  const found = named && (await findPayment(parts, sessionId, named.overallId))
  if (!found) return null
  if ('draft' in found) {
    const item = found.draft.items.find(({ accountId }) => accountId === named.accountId)
    return item ? { ...found, item } : null
  }
  const item = found.checkout.items.find(({ accountId }) => accountId === named.accountId)
  return item ? { ...found, item } : null
}
