import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { AboutCharge, FoundRefund } from '../../adapters/payment-gateway/port-events.ts'
import type { GatewayName } from '../../adapters/payment-gateway/port.ts'
import type { Db } from '../../database/connect.ts'
import type { AttemptState, ReversalState } from '../../database/tables/payments.ts'

export interface NamedCharge {
  checkoutId: number
  attemptId: number
  reference: string
  state: AttemptState
  tag: string | null
}

/**
 * Whose charge it is: by our reference, which never changes, then by its tag, then by a tag that a payment had before or
 * that a void or refund is about.
 */
export async function findCharge(
  db: Db,
  gateway: GatewayName,
  { chargeTag, chargeReference }: AboutCharge,
): Promise<NamedCharge | null> {
  const { rows } = await sql<NamedCharge>`
    select checkout_id as "checkoutId", id as "attemptId", reference, state, transaction_tag as tag from (
      select id, 1 as nth from charge_attempt where reference = ${chargeReference}
      union all select id, 2 from charge_attempt where transaction_tag = ${chargeTag}
      union all select attempt_id, 3 from reversal where transaction_tag = ${chargeTag} and state <> 'REFUSED'
      union all select attempt.id, 4 from replaced_key
        join charge_attempt attempt on attempt.checkout_id = replaced_key.checkout_id where key = ${chargeTag}
    ) as named join charge_attempt using (id)
    where gateway = ${gateway} order by nth limit 1`.execute(db)
  return rows[0] ?? null
}

export interface NamedReversal {
  id: number
  checkoutId: number
  state: ReversalState
  amount: Cents
  reference: string
  needsPerson: boolean
}

/** The one sent under that reference, now or before, and the only one of the charge that is not refused. */
export async function findReversals(
  db: Db,
  gateway: GatewayName,
  { chargeTag, reference }: Pick<FoundRefund, 'chargeTag' | 'reference'>,
): Promise<{ named: NamedReversal | null; live: NamedReversal | null }> {
  const { rows } = await sql<NamedReversal & { isNamed: boolean }>`
    select id, checkout_id as "checkoutId", state, amount_cents as amount, reference, needs_person as "needsPerson",
      is_named as "isNamed"
    from (
      select id, true as is_named from reversal where reference = ${reference}
      union all select reversal_id, true from replaced_key where key = ${reference} and reversal_id is not null
      union all select id, false from reversal where transaction_tag = ${chargeTag} and state <> 'REFUSED'
    ) as found join reversal using (id)
    where gateway = ${gateway}`.execute(db)
  return { named: rows.find(({ isNamed }) => isNamed) ?? null, live: rows.find(({ isNamed }) => !isNamed) ?? null }
}
