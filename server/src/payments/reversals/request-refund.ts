import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import { moveAttempt } from '../records/attempt-moves.ts'
import { lockCheckout } from '../records/checkouts.ts'
import { appendEvents } from '../records/events.ts'
import { type ReversalStart, requestReversal } from '../records/reversals.ts'

/** What a person has the engine do about a payment that it cannot finish by itself (docs/payments.md). */
export interface ManualAction {
  checkoutId: number
  /** Username and reason are kept with the payment forever. */
  by: string
  reason: string
  at: Instant
}

export type RefundRequestResult =
  | 'requested'
  /** There is no such checkout, or its charge does not stand. */
  | 'notPaid'
  /** It is being reversed, or has been. */
  | 'alreadyGivenBack'
  /** The bank has taken the money back, or is about to. */
  | 'disputed'
  /** The billing system has not answered yet whether it takes the payment; try again in a minute. */
  | 'stillPosting'

/** Requests a refund of a whole payment (docs/payments.md, "Refunds"). Only `requested` changes anything. */
export async function requestRefund(tx: Tx, action: ManualAction, start: ReversalStart): Promise<RefundRequestResult> {
  const { checkoutId, at, by } = action
  await lockCheckout(tx, checkoutId)
  const found = await readCharge(tx, checkoutId)
  if (!found) return 'notPaid'
  if (found.state === 'REVERSING' || found.state === 'REVERSED') return 'alreadyGivenBack'
  if (found.state !== 'CHARGED' || found.transaction_tag === null) return 'notPaid'
  if (found.is_disputed) return 'disputed'
  if (found.is_posting) return 'stillPosting'
  const { attempt_id: attemptId } = found
  const reason = scrub(action.reason)
  const moved = await moveAttempt(tx, { checkoutId, attemptId, from: 'CHARGED', to: 'REVERSING' }, { reason, by })
  const asked = await requestReversal(
    tx,
    { checkoutId, attemptId, at },
    {
      ...start,
      tag: found.transaction_tag,
      authorization: found.authorization_number ?? '',
      amount: found.amount_cents,
      cause: 'refund',
      reason,
      requestedBy: by,
    },
  )
  await appendEvents(tx, checkoutId, at, [...moved, asked])
  return 'requested'
}

interface Charge {
  attempt_id: number
  state: AttemptState
  transaction_tag: string | null
  authorization_number: string | null
  amount_cents: Cents
  is_posting: boolean
  is_disputed: boolean
}

async function readCharge(tx: Tx, checkoutId: number): Promise<Charge | undefined> {
  const found = await sql<Charge>`
    select id as attempt_id, state, transaction_tag, authorization_number, amount_cents,
      exists (select from posting where posting.checkout_id = attempt.checkout_id and posting.state in ('PENDING', 'POSTING'))
        as is_posting,
      exists (select from dispute where dispute.checkout_id = attempt.checkout_id and dispute.state = 'OPEN') as is_disputed
    from charge_attempt attempt where checkout_id = ${checkoutId}
    for no key update of attempt
  `.execute(tx)
  return found.rows[0]
}
