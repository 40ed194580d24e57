import { createHash } from 'node:crypto'
import { sourceCodeOf } from '@portal/contract/card'
import { type Instant, dateIn } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import type { Database } from '../../../database/tables.ts'
import { type PaymentFileTotals, paymentFile, verifyPaymentFile } from '../format/payment-file.ts'
import { type LayoutFile, layoutFileName, layoutFileText, verifyLayoutFile } from '../format/payment-layout-file.ts'
import { type ExportOptions, type ExportedFile, type WrittenFile, writeExports } from './write-exports.ts'

export interface PaymentExportOptions extends ExportOptions {
  /** Of the profile. Without one, files are as docs/extract-format.md has them. */
  layout: PaymentLayout | undefined
  timeZone: string
}

/**
 * Payments taken and cancelled since the last export (docs/extract-format.md, docs/payment-files.md).
 * @throws UnfitPayment when one does not fit the layout; and as `writeExports` does
 */
export async function exportPayments(options: PaymentExportOptions): Promise<WrittenFile<PaymentFileTotals>[]> {
  return await writeExports(options, {
    table: 'cis.payment_export',
    fill: async (tx, number, now) => await fill(tx, number, now, options),
    contentOf: paymentFileOf,
  })
}

/** What the billing system calls the tender type of a payment. */
function methodIn(layout: PaymentLayout | undefined): RawBuilder<string> {
  const { bank = null, ...cards } = layout?.methods ?? {}
  const cardCodes = Object.fromEntries(Object.values(sourceCodeOf).map((code) => [code, cards[code] ?? code]))
  return sql<string>`coalesce(${JSON.stringify(cardCodes)}::jsonb ->> payment.source_code, ${bank}::text, payment.source_code)`
}

async function fill(tx: Tx, number: number, now: Instant, options: PaymentExportOptions): Promise<number[]> {
  const { layout, timeZone } = options
  const isPer = (part: 'payDate' | 'method') => layout?.onePer.includes(part) === true
  const method = isPer('method') ? methodIn(layout) : sql`null::text`
  const day = (column: string) => (isPer('payDate') ? sql.ref(column) : sql`null::date`)
  const { rows } = await sql<{ id: number }>`
    with chosen as (
      select receipt_number, amount_cents, ${day('pay_date')} as day, ${method} as method
      from cis.portal_payment as payment
      where export_id is null and contained_in_import is null
      for update skip locked),
    -- Never ahead of its payment, which a concurrent export may be taking.
    cancelled as (
      select cancellation.receipt_number, cancellation.amount_cents, ${day('cancel_date')} as day, ${method} as method
      from cis.payment_cancellation as cancellation join cis.portal_payment as payment using (receipt_number)
      where cancellation.export_id is null and cancellation.contained_in_import is null
        and cancellation.reversed_at is null and ${layout?.negative ?? true} and (
          receipt_number in (select receipt_number from chosen)
          or payment.export_id is not null or payment.contained_in_import is not null)
      for update of cancellation skip locked),
    counted as (
      select day, method, count(*) filter (where is_payment) as payments,
        coalesce(sum(amount_cents) filter (where is_payment), 0) as total,
        count(*) filter (where not is_payment) as cancellations,
        coalesce(sum(amount_cents) filter (where not is_payment), 0) as cancelled_total
      from (select true as is_payment, * from chosen union all select false, * from cancelled) as line
      group by day, method),
    made as (
      insert into cis.payment_export (id, created_at, made_on, payment_count, total_cents, cancellation_count,
        cancelled_cents, layout, pay_date, method)
      overriding system value
      select ${number}::bigint - 1 + row_number() over (order by day, method), ${now}::timestamptz,
        ${dateIn(timeZone, now)}::date, payments, total, cancellations, cancelled_total,
        ${layout === undefined ? null : JSON.stringify(layout)}::jsonb, day, method
      from counted
      returning id, pay_date as day, method),
    moved_cancellations as (
      update cis.payment_cancellation set export_id = made.id
      from made, cancelled where payment_cancellation.receipt_number = cancelled.receipt_number
        and made.day is not distinct from cancelled.day and made.method is not distinct from cancelled.method),
    moved as (
      update cis.portal_payment set export_id = made.id
      from made, chosen where portal_payment.receipt_number = chosen.receipt_number
        and made.day is not distinct from chosen.day and made.method is not distinct from chosen.method)
    select id from made order by id`.execute(tx)
  for (const { id } of rows) {
    const { text } = await paymentFileOf(tx, id)
    await tx
      .updateTable('cis.payment_export')
      .set({ sha256: digestOf(text) })
      .where('id', '=', id)
      .execute()
  }
  return rows.map(({ id }) => id)
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The file of an export, as it was first written. @throws Error when it would be another one now */
export async function paymentFileOf(db: Db, id: number): Promise<ExportedFile<PaymentFileTotals>> {
  const made = await db.selectFrom('cis.payment_export').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const isOther = new Error(`The payments of export ${made.transmit_id} are not those it was made of`)
  const layout = layoutOf(made)
  const { text, totals } = layout ? await inLayout(db, made, layout) : await asBefore(db, made)
  const isComplete = totals.payments === made.payment_count && totals.cancellations === made.cancellation_count
  if (!isComplete || totals.total !== made.total_cents || totals.cancelledTotal !== made.cancelled_cents) throw isOther
  if (made.sha256 !== null && made.sha256 !== digestOf(text)) throw isOther
  return { name: paymentFileName(made), text, totals }
}

type Made = Selectable<Database['cis.payment_export']>

function layoutOf({ layout }: Pick<Made, 'layout'>): PaymentLayout | null {
  return layout === null ? null : PaymentLayout.parse(layout)
}

type Named = Pick<
  Made,
  | 'id'
  | 'transmit_id'
  | 'layout'
  | 'made_on'
  | 'pay_date'
  | 'method'
  | 'payment_count'
  | 'total_cents'
  | 'cancellation_count'
  | 'cancelled_cents'
>

export function paymentFileName(made: Named): string {
  const layout = layoutOf(made)
  return layout ? layoutFileName(layout, factsOf(made)) : `payments-${made.transmit_id}.txt`
}

function factsOf({ id, made_on: madeOn, pay_date: payDate, method, ...sums }: Named): LayoutFile {
  if (madeOn === null) throw new Error(`Export ${id} has a layout and no day`)
  const count = sums.payment_count + sums.cancellation_count
  return { number: id, madeOn, payDate, method, count, sum: cents(sums.total_cents - sums.cancelled_cents) }
}

interface Content {
  text: string
  totals: PaymentFileTotals
}

async function asBefore(db: Db, made: Made): Promise<Content> {
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
    .where('export_id', '=', made.id)
    .orderBy('payment_number')
    .execute()
  const cancellations = await db
    .selectFrom('cis.payment_cancellation')
    .select(['receipt_number as receipt', 'account_id as accountId', 'cancel_date as cancelDate', 'reason'])
    .select('amount_cents as amount')
    .where('export_id', '=', made.id)
    .orderBy('cancellation_number')
    .execute()
  const text = paymentFile(made.transmit_id, made.created_at, payments, cancellations)
  return { text, totals: verifyPaymentFile(text) }
}

/** Refunds after the payments, each below zero. */
async function inLayout(db: Db, made: Made, layout: PaymentLayout): Promise<Content> {
  const payments = await db
    .selectFrom('cis.portal_payment as payment')
    .select(['receipt_number as receipt', 'account_id as accountId', 'payment_number as paymentNumber'])
    .select(['pay_date as payDate', 'amount_cents as amount', methodIn(layout).as('method')])
    .where('export_id', '=', made.id)
    .orderBy('payment_number')
    .execute()
  const refunds = await db
    .selectFrom('cis.payment_cancellation as cancellation')
    .innerJoin('cis.portal_payment as payment', 'payment.receipt_number', 'cancellation.receipt_number')
    .select(['payment.receipt_number as receipt', 'payment.account_id as accountId'])
    .select(['payment_number as paymentNumber', 'cancel_date as payDate', 'cancellation.amount_cents as amount'])
    .select(methodIn(layout).as('method'))
    .where('cancellation.export_id', '=', made.id)
    .orderBy('cancellation_number')
    .execute()
  const negative = refunds.map((refund) => ({ ...refund, amount: cents(-refund.amount) }))
  const file = factsOf(made)
  const text = layoutFileText(layout, file, [...payments, ...negative])
  const read = verifyLayoutFile(layout, text)
  if (read.count !== file.count || read.sum !== file.sum)
    throw new Error(`The control totals of export ${made.transmit_id} are wrong`)
  return {
    text,
    totals: {
      transmitId: made.transmit_id,
      payments: payments.length,
      total: made.total_cents,
      cancellations: refunds.length,
      cancelledTotal: made.cancelled_cents,
    },
  }
}
