import { type countAttention as countAttentionCall, mostCounted } from '@portal/contract/attention-count'
import type { ReplyOf } from '@portal/contract/call'
import type { Deps } from '../../deps.ts'
import { countPayments, overdueBefore } from './attention.ts'
import { countDiscrepancies } from './discrepancies.ts'

/** How many cases need a person, counted no further than `mostCounted` of each kind. */
export async function countAttention(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
): Promise<ReplyOf<typeof countAttentionCall>> {
  const [payments, discrepancies] = await Promise.all([
    countPayments(deps.db, overdueBefore(deps)),
    countDiscrepancies(deps.db),
  ])
  return {
    payments: Math.min(payments, mostCounted),
    discrepancies: Math.min(discrepancies, mostCounted),
    isMore: Math.max(payments, discrepancies) > mostCounted,
  }
}
