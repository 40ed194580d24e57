import type { Instant } from '@portal/contract/dates'
import { type UpdateObject, sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { type Statement, inOneStatement } from '../../database/sql.ts'
import type { Database } from '../../database/tables.ts'
import type { AttemptState, EventDetail } from '../../database/tables/payments.ts'
import { type Next, type attemptMoves, attemptStatesBefore, checkoutStateOf, isOpen, itemStatusOf } from '../states.ts'
import type { PaymentEvent } from './events.ts'

interface AttemptMove<From extends AttemptState> {
  checkoutId: number
  attemptId: number
  /** As it stands in this transaction, which holds the checkout's lock. */
  from: From
  to: Next<typeof attemptMoves, From>
  /** Without it, the moment of the charge stays. */
  decidedAt?: Instant | null
  /** What is known of the attempt by now. */
  columns?: UpdateObject<Database, 'charge_attempt'>
}

/**
 * The only writers of an attempt's state after its first, and with it of its checkout's and its accounts'. For one
 * statement with what follows from the move (`moved_attempt`).
 */
export function attemptMoved<From extends AttemptState>(
  tx: Tx,
  { checkoutId, attemptId, from, to, decidedAt, columns }: AttemptMove<From>,
): Record<string, Statement> {
  if (!attemptStatesBefore(to).includes(from)) throw new Error(`An attempt never goes from ${from} to ${to}`)
  const decided = decidedAt !== undefined && { decided_at: decidedAt }
  const items = tx.updateTable('checkout_item').set({ status: itemStatusOf[to] }).where('checkout_id', '=', checkoutId)
  return {
    moved_checkout: tx
      .updateTable('checkout')
      .set({ state: checkoutStateOf[to], ...decided })
      .where('id', '=', checkoutId),
    moved_attempt: tx
      .updateTable('charge_attempt')
      .set({ ...columns, state: to, ...decided, epoch: sql`epoch + 1` })
      .where('id', '=', attemptId)
      .where('state', '=', from)
      .returning('id'),
    ...(!isOpen(to) && { moved_items: items }),
  }
}

/** By itself. @returns its events. @throws Error when it stands otherwise */
export async function moveAttempt<From extends AttemptState>(
  tx: Tx,
  move: AttemptMove<From>,
  detail: EventDetail,
): Promise<PaymentEvent[]> {
  const moved = await inOneStatement(tx, attemptMoved(tx, move), 'moved_attempt')
  if (moved !== 1) throw new Error(`An attempt was no longer ${move.from}`)
  return eventsOfAttempt(move, detail)
}

export function eventsOfAttempt(
  { checkoutId, attemptId, from, to }: { checkoutId: number; attemptId: number; from: AttemptState; to: AttemptState },
  detail: EventDetail,
): PaymentEvent[] {
  const checkout = { from: checkoutStateOf[from], to: checkoutStateOf[to], detail: {} }
  return [
    { subject: 'attempt', subjectId: attemptId, from, to, detail },
    { subject: 'checkout', subjectId: checkoutId, ...checkout },
  ]
}
