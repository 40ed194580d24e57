import { join } from 'node:path'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newExportNumber } from './export-number.ts'
import { paymentFile } from './payment-file.ts'
import { type PaymentFileTotals, verifyPaymentFile } from './verify-payment-file.ts'
import { writeDurably } from './write-durably.ts'

export interface ExportOptions {
  db: Db
  clock: Clock
  /** Where the files go; it must exist. */
  folder: string
  /** Writes this export again instead of making a new one. */
  transmitId?: string
}

/** A file that was written. */
export interface ExportedFile extends PaymentFileTotals {
  path: string
  /** It had been made before: it was asked for again, or its writing had been cut short. */
  isRepeated: boolean
}

/**
 * Writes the payments taken and cancelled since the last export to a file for the billing system
 * (docs/extract-format.md). One statement puts a payment into one export, and a file that could not be written is
 * written by the next run with the same transmit id and content. So every payment leaves exactly once, whenever the
 * process dies.
 * @returns the files written, the oldest first; none when there was nothing to export.
 * @throws Error when a transmit id is unknown, the folder cannot be written, or control totals do not add up.
 */
export async function exportPayments(options: ExportOptions): Promise<ExportedFile[]> {
  const { db, transmitId } = options
  if (transmitId !== undefined) {
    const known = await db
      .selectFrom('cis.payment_export')
      .selectAll()
      .where('transmit_id', '=', transmitId)
      .executeTakeFirst()
    if (!known) throw new Error(`There is no export ${transmitId}`)
    return [await writeExport(options, known.id, true)]
  }
  const unfinished = await db
    .selectFrom('cis.payment_export')
    .select('id')
    .where('written_at', 'is', null)
    .orderBy('id')
    .execute()
  const files: ExportedFile[] = []
  for (const { id } of unfinished) files.push(await writeExport(options, id, true))
  const made = await makeExport(options)
  if (made !== null) files.push(await writeExport(options, made, false))
  return files
}

/** Puts all waiting payments and cancellations into a new export. Answers its id, or null when nothing waits. */
async function makeExport({ db, clock }: ExportOptions): Promise<number | null> {
  return await db.transaction().execute((tx) => fillExport(tx, clock.now()))
}

async function fillExport(tx: Tx, now: Instant): Promise<number | null> {
  const number = await newExportNumber(tx, 'cis.payment_export', now)
  const made = await sql<{ id: number }>`
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
    select id from made`.execute(tx)
  return made.rows[0]?.id ?? null
}

async function writeExport(options: ExportOptions, id: number, isRepeated: boolean): Promise<ExportedFile> {
  const { db, clock, folder } = options
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
  const path = join(folder, `payments-${made.transmit_id}.txt`)
  await writeDurably(path, text)
  await db
    .updateTable('cis.payment_export')
    .set({ written_at: clock.now() })
    .where('id', '=', id)
    .where('written_at', 'is', null)
    .execute()
  return { ...totals, path, isRepeated }
}
