import type { Containment } from '@portal/contract/billing-data'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type pg from 'pg'
import { RefusedExtract } from './read-lines.ts'

/** A connection, within a transaction. */
type Asking = Pick<pg.Pool, 'query'>

/** What is known of the data that go live, and of the payments in them. */
export interface ImportedData {
  importId: number
  extractedAt: Instant
  /** On which they were made, at the latest. */
  lastDay: CalendarDate
  containment: Containment
  /** The number of the newest payment file in them, where they say it. */
  paymentsThrough: number | null
  /** Only the accounts of `overlaid`, a temporary table. */
  isOverlay: boolean
}

/** How an import affected payments of the portal. */
export interface PaymentMatch {
  /** In no earlier import. */
  contained: number
  /** Still lower a balance: no import contains them. */
  open: number
  /** Receipts whose account or amount differs; the extract is right. */
  differing: string[]
}

/** Data cannot have a payment file that was never written, or only after them. @throws RefusedExtract */
export async function refuseUnknownFile(
  client: Asking,
  { containment, paymentsThrough }: Pick<ImportedData, 'containment' | 'paymentsThrough'>,
  asOf: CalendarDate,
): Promise<void> {
  if (containment !== 'cutoff' || paymentsThrough === null) return
  const { rows } = await client.query(
    `select from cis.payment_export where id = $1 and written_at is not null and coalesce(made_on, created_at::date) <= $2`,
    [paymentsThrough, asOf],
  )
  if (rows.length === 0)
    throw new RefusedExtract(
      `The manifest has payments_through ${paymentsThrough}. No payment file of that number was written up to ${asOf}`,
    )
}

/**
 * Marks the payments and refunds that the new data contain (docs/billing-files.md); within the transaction of the swap. In
 * doubt, a payment is not contained: it goes on lowering its balance.
 */
export async function matchPayments(client: Asking, data: ImportedData): Promise<PaymentMatch> {
  for (const table of ['portal_payment', 'payment_cancellation'] as const) await reopen(client, table, data)
  const byReference = await matchReferences(client, data.importId)
  let contained = byReference.length
  for (const table of ['portal_payment', 'payment_cancellation'] as const) {
    const acknowledged = await matchFiles(client, table, data)
    if (table === 'portal_payment') contained += acknowledged
  }
  await matchByHand(client, data)
  await doubtRefunds(client, data)
  const open = await client.query<{ count: string }>(
    'select count(*) from cis.portal_payment where contained_in_import is null',
  )
  return {
    contained,
    open: Number(open.rows[0]?.count),
    differing: byReference.filter((row) => !row.is_same).map((row) => row.receipt_number),
  }
}

type Counted = 'portal_payment' | 'payment_cancellation'

/** SQL on a row of `table`. */
const inScope = (table: string, { isOverlay }: ImportedData): string =>
  isOverlay ? `${table}.account_id in (select account_id from overlaid)` : 'true'

/** Data no newer than those that contained it, or a lower cutoff, may lack a payment: it is looked for again. */
async function reopen(client: Asking, table: Counted, data: ImportedData): Promise<void> {
  const { extractedAt, containment, paymentsThrough } = data
  await client.query(
    `update cis.${table} set contained_in_import = null
     from cis.import_run newer
     where newer.id = contained_in_import and (newer.extracted_at >= $1 or export_id > $2) and ${inScope(table, data)}`,
    [extractedAt, containment === 'cutoff' ? paymentsThrough : null],
  )
}

/** A transaction has the receipt number (docs/extract-format.md): of type PS for a payment, PX for its cancellation. */
async function matchReferences(client: Asking, importId: number) {
  const payments = await client.query<{ receipt_number: string; is_same: boolean }>(
    `update cis.portal_payment set contained_in_import = $1
     from (
       select external_reference, min(account_id) as account_id, max(account_id) as last_account_id,
         -sum(current_cents) as cents
       from cis.financial_transaction
       where external_reference is not null and transaction_type = 'PS'
       group by external_reference) as extracted
     where receipt_number = external_reference and contained_in_import is null
     returning receipt_number,
       portal_payment.account_id = extracted.account_id and portal_payment.account_id = extracted.last_account_id
         and amount_cents = extracted.cents as is_same`,
    [importId],
  )
  await client.query(
    `update cis.payment_cancellation set contained_in_import = $1
     where contained_in_import is null and exists (
       select from cis.financial_transaction
       where external_reference = receipt_number and transaction_type = 'PX')`,
    [importId],
  )
  return payments.rows
}

/** Only in files that are known to be in the data. @returns how many rows */
async function matchFiles(client: Asking, table: Counted, data: ImportedData): Promise<number> {
  const { importId, extractedAt, containment, paymentsThrough } = data
  if (containment === 'reference') return 0
  // Loaded at the very moment of the data, a file may be in them or not.
  const [isIn, known] =
    containment === 'cutoff' ? ['file.id <= $2', paymentsThrough] : ['file.loaded_at < $2', extractedAt]
  const { rowCount } = await client.query(
    `update cis.${table} set contained_in_import = $1
     from cis.payment_export file
     where file.id = export_id and contained_in_import is null and ${isIn} and ${inScope(table, data)}`,
    [importId, known],
  )
  return rowCount ?? 0
}

/** A person said that it is reversed in the billing system. */
async function matchByHand(client: Asking, data: ImportedData): Promise<void> {
  if (data.containment === 'reference') return
  await client.query(
    `update cis.payment_cancellation set contained_in_import = $1
     where contained_in_import is null and export_id is null and reversed_at < $2
       and ${inScope('payment_cancellation', data)}`,
    [data.importId, data.extractedAt],
  )
}

/**
 * A refund that the data may have: it left in a file, or stood on the list of those that people reverse, when they were made. In
 * the same file as its payment, it is there only with it, and the two come to nothing.
 */
async function doubtRefunds(client: Asking, data: ImportedData): Promise<void> {
  await client.query(
    `update cis.payment_cancellation set in_doubt = may.be_there
     from (
       select cancelled.receipt_number,
         $1 and contained_in_import is null and case
           when refund_file.id is null then payment_file.layout ->> 'negative' = 'false' and cancel_date <= $2::date
           else refund_file.id is distinct from payment_file.id and coalesce(refund_file.made_on, refund_file.created_at::date) <= $2::date
         end as be_there
       from cis.payment_cancellation cancelled
       join (select receipt_number, export_id as paid_in from cis.portal_payment) as paid using (receipt_number)
       left join cis.payment_export refund_file on refund_file.id = cancelled.export_id
       left join cis.payment_export payment_file on payment_file.id = paid_in) as may
     where may.receipt_number = payment_cancellation.receipt_number and in_doubt <> coalesce(be_there, false)
       and ${inScope('payment_cancellation', data)}`,
    [data.containment !== 'reference', data.lastDay],
  )
}
