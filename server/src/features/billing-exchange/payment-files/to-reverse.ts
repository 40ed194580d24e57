import { cents, decimalCents } from '@portal/contract/money'
import { type PaymentToReverse, markReversed, paymentsToReversePageSize } from '@portal/contract/payment-files'
import type { PaymentLayout } from '@portal/contract/payment-layout'
import type { AdminCaller } from '../../../caller.ts'
import type { Db } from '../../../database/connect.ts'
import type { Deps } from '../../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../../foundation/audit.ts'
import { refuse } from '../../../refusal.ts'
import { paymentFileName } from '../export/export-payments.ts'

/** Whether a person reverses refunds, because the layout of the profile takes nothing below zero. */
export function reversesByHand(layout: PaymentLayout | undefined): boolean {
  return layout?.negative === false
}

/** Waiting cancellations whose payment left in a file, the oldest first. */
export async function paymentsToReverse(
  db: Db,
  after: number,
): Promise<{ payments: PaymentToReverse[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('cis.payment_cancellation as cancellation')
    .innerJoin('cis.portal_payment as payment', 'payment.receipt_number', 'cancellation.receipt_number')
    .innerJoin('cis.payment_export as file', 'file.id', 'payment.export_id')
    .select(['cancellation_number', 'cancellation.receipt_number', 'cancellation.account_id'])
    .select(['cancellation.amount_cents', 'cancel_date', 'reason', 'payment.payment_number'])
    .select(['payment.pay_date as paid_on', 'file.id', 'file.transmit_id', 'file.layout', 'file.made_on'])
    .select(['file.pay_date', 'file.method', 'file.payment_count', 'file.total_cents'])
    .select(['file.cancellation_count', 'file.cancelled_cents', 'file.state', 'file.loaded_at', 'file.loaded_by'])
    .where('cancellation.export_id', 'is', null)
    .where('cancellation.contained_in_import', 'is', null)
    .where('reversed_at', 'is', null)
    .where('cancellation_number', '>', after)
    .orderBy('cancellation_number')
    .limit(paymentsToReversePageSize + 1)
    .execute()
  return {
    payments: rows.slice(0, paymentsToReversePageSize).map((row) => ({
      id: row.cancellation_number,
      receipt: row.receipt_number,
      reference: String(row.payment_number),
      file: paymentFileName(row),
      accountId: row.account_id,
      amount: decimalCents(cents(row.amount_cents)),
      payDate: row.paid_on,
      refundedOn: row.cancel_date,
      reason: row.reason,
    })),
    hasMore: rows.length > paymentsToReversePageSize,
  }
}

/** One, or all that a person has seen. @throws Refusal `already-reversed` when none of them waits */
export async function reverseByHand(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  ids: readonly number[],
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const reversed = await tx
      .updateTable('cis.payment_cancellation')
      .set({ reversed_at: now, reversed_by: caller.username })
      .where('cancellation_number', 'in', ids)
      .where('export_id', 'is', null)
      .where('contained_in_import', 'is', null)
      .where('reversed_at', 'is', null)
      .returning('receipt_number')
      .execute()
    if (reversed.length === 0) throw refuse(markReversed, 'already-reversed')
    const receipt = reversed.map((each) => each.receipt_number).join(', ')
    const event = { actor: actorOf(caller), action: 'payment-reversed-by-hand', after: { receipt } } as const
    await recordAudit(tx, event, origin, now)
  })
}
