import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { CheckoutState, PostingState } from '../../../database/tables/payments.ts'
import type { PaymentEvent } from '../events.ts'
import { itemStatusOf } from '../states.ts'

/** The gateway refused to give a payment back, so the payment stands as it did before. */
export async function paymentStands(tx: Tx, checkoutId: number, attemptId: number): Promise<PaymentEvent[]> {
  await moveBetweenPaidAndGivenBack(tx, { checkoutId, attemptId, attempt: 'CHARGED', checkout: 'PAID' })
  return [
    {
      subject: 'attempt',
      subjectId: attemptId,
      from: 'REVERSING',
      to: 'CHARGED',
      detail: { reason: 'refund refused' },
    },
    { subject: 'checkout', subjectId: checkoutId, from: 'REVERSING', to: 'PAID', detail: {} },
  ]
}

/** Moves a checkout between paid and being given back. `decided_at` keeps the moment of the charge. */
export async function moveBetweenPaidAndGivenBack(
  tx: Tx,
  to: { checkoutId: number; attemptId: number; attempt: 'CHARGED' | 'REVERSING'; checkout: CheckoutState },
): Promise<void> {
  await tx
    .with('attempt', (query) =>
      query
        .updateTable('charge_attempt')
        .set({ state: to.attempt, epoch: sql`epoch + 1` })
        .where('id', '=', to.attemptId),
    )
    .with('items', (query) =>
      query
        .updateTable('checkout_item')
        .set({ status: itemStatusOf[to.attempt] })
        .where('checkout_id', '=', to.checkoutId),
    )
    .updateTable('checkout')
    .set({ state: to.checkout })
    .where('id', '=', to.checkoutId)
    .execute()
}

/**
 * Called once the charge of a payment that stood has been given back. Makes its postings due to be cancelled in the
 * billing system, and reverses the charge in the ledger. Does nothing for a checkout without postings.
 */
export async function cancelPostings(tx: Tx, checkoutId: number, at: Instant): Promise<PaymentEvent[]> {
  const { rows } = await sql<{ item_id: number; receipt_number: string; state: PostingState }>`
    with given_back as (
      update posting set
        state = case state when 'POSTED' then 'CANCEL_DUE' else state end,
        next_try_at = ${at}::timestamptz, tries = 0, lease_until = null
      where checkout_id = ${checkoutId} and state in ('POSTED', 'REJECTED')
      returning item_id, receipt_number, state, amount_cents),
    entered as (
      insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
      select ${checkoutId}::bigint, null, 'card', -sum(amount_cents), ${at}::timestamptz from given_back
      having count(*) > 0
      union all
      select ${checkoutId}::bigint, item_id, 'unposted', amount_cents, ${at}::timestamptz from given_back)
    select item_id, receipt_number, state from given_back order by item_id
  `.execute(tx)
  return rows
    .filter(({ state }) => state === 'CANCEL_DUE')
    .map(({ item_id: subjectId, receipt_number: receipt }) => {
      return { subject: 'posting', subjectId, from: 'POSTED', to: 'CANCEL_DUE', detail: { receipt } }
    })
}
