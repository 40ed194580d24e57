import type { FindResult, FoundTransaction } from '../../../adapters/card-gateway/port.ts'
import type { StoredCheckout } from '../store.ts'

/** What one look at the gateway's books means after the payer was told that nothing was charged. */
export interface LateJudgement {
  /** Charges that stand and have to be given back, the oldest first. */
  charges: FoundTransaction[]
  reason: string
  alarm: string | null
}

/** Pure: the same look, the same judgement. */
export function judgeLateLook({ amount }: Pick<StoredCheckout, 'amount'>, found: FindResult): LateJudgement {
  if (found.outcome === 'unavailable') return nothingToDo(`the search failed: ${found.reason}`)
  if (found.outcome === 'nothing') return nothingToDo('still not listed')
  const approved = found.transactions.filter(({ status }) => status === 'approved')
  const charges = approved
    .filter(({ kind }) => kind === 'purchase')
    .toSorted((one, other) => Number(one.tag) - Number(other.tag))
  const reversals = approved.filter(({ kind }) => kind === 'void' || kind === 'refund')
  // The gateway's own reversals carry the reference of the charge, and do not say of which.
  if (charges.length <= reversals.length) return nothingToDo('nothing stands that was charged')
  // More than this attempt may give back, or less than would give all of it back.
  if (charges.some((charge) => charge.amount !== amount)) {
    return { ...nothingToDo('listed with another amount'), alarm: 'The gateway lists a charge of another amount' }
  }
  return { charges: charges.slice(reversals.length), reason: 'charged late', alarm: null }
}

function nothingToDo(reason: string): LateJudgement {
  return { charges: [], reason, alarm: null }
}
