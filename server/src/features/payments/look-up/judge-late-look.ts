import type { FindResult, FoundTransaction } from '../../../adapters/card-gateway/port.ts'
import { transactionsOf } from '../../../foundation/gateway-list/listed-transactions.ts'
import type { StoredCheckout } from '../store.ts'
import { contradictionAlarm, unheardOfAlarm } from './listing-alarms.ts'

/** The meaning of one look-up at the gateway after the payer was told that nothing was charged. */
interface LateJudgement {
  /** The charges to give back, oldest first: at least one of them stands. */
  charges: FoundTransaction[]
  reason: string
  alarm: string | null
}

/** Judges one late look-up (docs/payments.md). Pure. */
export function judgeLateLook({ amount }: Pick<StoredCheckout, 'amount'>, found: FindResult): LateJudgement {
  if (found.outcome === 'unavailable') return nothingToDo(`the search failed: ${found.reason}`)
  if (found.outcome === 'nothing') return nothingToDo('still not listed')
  const { charges, reversals, unheardOf, isContradictory } = transactionsOf(found.transactions)
  if (isContradictory) return { ...nothingToDo('one transaction is listed in two ways'), alarm: contradictionAlarm }
  if (unheardOf.length > 0) return { ...nothingToDo('listed as a kind nobody knows'), alarm: unheardOfAlarm }
  if (charges.length <= reversals.length) return nothingToDo('nothing stands that was charged')
  // Giving it back would return more than this attempt paid, or less than all of it.
  if (charges.some((charge) => charge.amount !== amount)) {
    return { ...nothingToDo('listed with another amount'), alarm: 'The gateway lists a charge of another amount' }
  }
  // The list does not say which charge the gateway has taken back. When asked to give that one back again, the gateway
  // answers that nothing is left.
  return { charges, reason: 'charged late', alarm: null }
}

function nothingToDo(reason: string): LateJudgement {
  return { charges: [], reason, alarm: null }
}
