import { scrubOrNull } from '../scrub.ts'
import { checkoutStateOf, isUndecided } from '../states.ts'
import type { Decision, StoredAttempt, StoredCheckout, StoredItem } from '../store.ts'

/**
 * A checkout that was just begun, in the state that the decision on its charge has recorded, without reading it again.
 */
export function asDecided(begun: StoredCheckout, decision: Decision): StoredCheckout {
  const { to, at } = decision
  return {
    ...begun,
    state: checkoutStateOf[to],
    decidedAt: isUndecided(to) ? null : at,
    items: begun.items.map((item) => receipted(item, decision)),
    attempt: { ...begun.attempt, ...answered(decision), state: to, epoch: begun.attempt.epoch + 1 },
  }
}

function receipted(item: StoredItem, { receipts }: Decision): StoredItem {
  const receipt = receipts.find(({ itemId }) => itemId === item.id)
  return receipt ? { ...item, receiptNumber: receipt.receiptNumber, postingState: 'PENDING' } : item
}

function answered({ reply }: Decision): Partial<StoredAttempt> {
  if (!reply) return {}
  return {
    transactionTag: reply.tag,
    authorizationNumber: scrubOrNull(reply.authorization),
    sequenceNumber: scrubOrNull(reply.sequence),
    exactMessage: scrubOrNull(reply.exactMessage),
    bankMessage: scrubOrNull(reply.bankMessage),
    gatewayRecord: scrubOrNull(reply.record),
  }
}
