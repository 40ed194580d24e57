import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import { type PaymentFileTotals, paymentFile, verifyPaymentFile } from '../format/payment-file.ts'
import { type ExportOptions, type WrittenFile, writeExports } from './write-exports.ts'

/** Payments taken and cancelled since the last export (docs/extract-format.md). @throws as `writeExports` does */
export async function exportPayments(options: ExportOptions): Promise<WrittenFile<PaymentFileTotals>[]> {
  return await writeExports(options, { table: 'cis.payment_export', fileName: 'payments', fill, contentOf })
}

async function fill(tx: Tx, number: number, now: Instant): Promise<boolean> {
  const { rows } = await sql`
    with chosen as (
      select receipt_number, amount_cents from cis.portal_payment
      where export_id is null and contained_in_import is null
      for update skip locked),
    -- Never ahead of its payment, which a concurrent export may be taking.
    cancelled as (
      select receipt_number, amount_cents from cis.payment_cancellation cancellation
      where export_id is null and contained_in_import is null and (
        receipt_number in (select receipt_number from chosen)
        or exists (select from cis.portal_payment payment where payment.receipt_number = cancellation.receipt_number
          and (payment.export_id is not null or payment.contained_in_import is not null)))
      for update skip locked),
    counted as (
      select
        (select count(*) from chosen) as payments, (select coalesce(sum(amount_cents), 0) from chosen) as total,
        (select count(*) from cancelled) as cancellations,
        (select coalesce(sum(amount_cents), 0) from cancelled) as cancelled_total),
    made as (
      insert into cis.payment_export (id, created_at, payment_count, total_cents, cancellation_count, cancelled_cents)
      overriding system value
      select ${number}, ${now}, payments, total, cancellations, cancelled_total from counted
      where payments + cancellations > 0
      returning id),
    moved_cancellations as (
      update cis.payment_cancellation set export_id = made.id
      from made, cancelled where payment_cancellation.receipt_number = cancelled.receipt_number),
    moved as (
      update cis.portal_payment set export_id = made.id
      from made, chosen where portal_payment.receipt_number = chosen.receipt_number)
    select from made`.execute(tx)
  return rows.length > 0
}

async function contentOf(db: Db, id: number): Promise<{ text: string; totals: PaymentFileTotals }> {
  const made = await db.selectFrom('cis.payment_export').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const payments = await db
    .selectFrom('cis.portal_payment')
    .select([
      'receipt_number as receipt',
      'account_id as accountId',
      'source_code as source',
      'method_code as method',
      'authorization_number as authorization',
      'pay_date as payDate',
      'amount_cents as amount',
    ])
    .where('export_id', '=', id)
    .orderBy('payment_number')
    .execute()
  const cancellations = await db
    .selectFrom('cis.payment_cancellation')
    .select(['receipt_number as receipt', 'account_id as accountId', 'cancel_date as cancelDate', 'reason'])
    .select('amount_cents as amount')
    .where('export_id', '=', id)
    .orderBy('cancellation_number')
    .execute()
  const text = paymentFile(made.transmit_id, made.created_at, payments, cancellations)
  const totals = verifyPaymentFile(text)
  const isComplete = totals.payments === made.payment_count && totals.cancellations === made.cancellation_count
  if (!isComplete || totals.total !== made.total_cents || totals.cancelledTotal !== made.cancelled_cents)
    throw new Error(`The payments of export ${made.transmit_id} are not those it was made of`)
  return { text, totals }
}
