import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { ReversalCause } from '../../database/tables/payments.ts'

interface RefusedReversal {
  attemptId: number
  tag: string
  authorization: string
  amount: Cents
  cause: ReversalCause
}

/** Of `payment`, a charge attempt: the gateway refused to reverse it, or the bank returned it, and a person must act. */
export const isRefundOwed = sql<boolean>`exists (
  select from reversal where reversal.checkout_id = payment.checkout_id and reversal.needs_person)`

/** Made in the gateway's console and recorded here, as the newest of the payment's refunds and voids. */
export async function findExternalRefund(
  db: Db,
  checkoutId: number,
): Promise<{ id: number; reference: string; madeInAll: number } | null> {
  const { rows } = await sql<{ id: number; reference: string; madeInAll: number; isExternal: boolean }>`
    select id, reference, sent_at is null as "isExternal", count(*) over ()::int as "madeInAll" from reversal
    where checkout_id = ${checkoutId}::bigint and state = 'DONE' order by id desc limit 1`.execute(db)
  const [newest] = rows
  return newest?.isExternal ? newest : null
}

/** Of what replaces a reversal: a refund that came back is owed, the payment no longer stands. */
export const causeOfNext = sql<ReversalCause>`
  case when cause = 'refund' and failed_at is not null then 'returned' else cause end`

export async function lockRefusedReversal(
  tx: Tx,
  checkoutId: number,
  reversalId: number,
): Promise<RefusedReversal | null> {
  const { rows } = await sql<RefusedReversal>`
    select attempt_id as "attemptId", transaction_tag as tag, authorization_number as authorization,
      amount_cents as amount, ${causeOfNext} as cause
    from reversal where id = ${reversalId}::bigint and checkout_id = ${checkoutId}::bigint and needs_person
    for update
  `.execute(tx)
  return rows[0] ?? null
}
