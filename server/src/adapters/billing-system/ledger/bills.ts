import { partsWithout } from '@portal/contract/billing-data'
import type { CalendarDate } from '@portal/contract/dates'
import type { AccountNumber, BillId } from '@portal/contract/ids'
import { type Cents, sumCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import type { BillSegment as StoredSegment } from '../../../database/tables/bill-detail.ts'
import type { Bill, BilledPeriod, BillingData, BillRecords, BillSegment, ListedBill } from '../port-bills.ts'
import { ledgerBalances } from './balances.ts'
import { downWhenUnreachable } from './faults.ts'
import { ledgerPaidOtherwise, ledgerPayments } from './payments.ts'

/** Lists are read from the index `bill_account`, a single bill by its key. */
export function ledgerBills(db: Db, division: string): BillRecords {
  return {
    balances: (accounts) => downWhenUnreachable(() => ledgerBalances(db, accounts, division)),
    listBills: (account, page, size) => downWhenUnreachable(() => listBills(db, account, page, size)),
    newestData: () => downWhenUnreachable(() => newestImport(db)),
    findBill: (billId) => downWhenUnreachable(() => findBill(db, billId)),
    usage: (account, most) => downWhenUnreachable(() => usage(db, account, most)),
    paidOtherwise: (accounts, since) => downWhenUnreachable(() => ledgerPaidOtherwise(db, accounts, since)),
    payments: (account, most) => downWhenUnreachable(() => ledgerPayments(db, account, most)),
  }
}

async function listBills(
  db: Db,
  account: AccountNumber,
  page: number,
  size: number,
): Promise<{ bills: ListedBill[]; total: number }> {
  const [rows, count] = await Promise.all([
    db
      .selectFrom('cis.bill')
      .select(['bill_id as billId', 'bill_date as billDate', 'ending_cents as total'])
      .where('account_id', '=', account)
      .orderBy('bill_date', 'desc')
      .orderBy('bill_id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    db
      .selectFrom('cis.bill')
      .select((total) => total.fn.countAll<number>().as('bills'))
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow(),
  ])
  return { bills: rows, total: count.bills }
}

async function newestImport(db: Db): Promise<BillingData | null> {
  const run = await db
    .selectFrom('cis.import_run')
    .select(['id', 'extracted_at as extractedAt', 'as_of as asOf', 'lacks'])
    .select(sql<boolean>`coalesce((rows_loaded ->> 'financial_transaction')::bigint, 1) > 0`.as('listsPayments'))
    .where('is_live', '=', true)
    .executeTakeFirst()
  if (!run?.extractedAt || !run.asOf) return null
  return { ...run, extractedAt: run.extractedAt, asOf: run.asOf, lacks: partsWithout(run.lacks) }
}

async function usage(db: Db, account: AccountNumber, most: number): Promise<BilledPeriod[]> {
  return await db
    .selectFrom('cis.bill')
    .select([
      'bill_date as billDate',
      'read_date as readDate',
      'consumption_gallons as gallons',
      'current_charges_cents as charges',
    ])
    .where('account_id', '=', account)
    .orderBy('bill_date', 'desc')
    .orderBy('bill_id', 'desc')
    .limit(most)
    .execute()
}

/** Of two years, where the chart on a bill shows twelve periods (C§9) and the year before; some months have two. */
const periodsOnBill = 36

/** A single query, so that a reader sees either the old bill or the new one while an import swaps its tables in. */
async function findBill(db: Db, billId: BillId): Promise<Bill | null> {
  const row = await db
    .selectFrom('cis.bill as bill')
    .select(['bill_id', 'account_id', 'bill_date', 'due_date', 'begin_cents', 'payments_cents', 'adjustments_cents'])
    .select(['corrections_cents', 'current_charges_cents', 'ending_cents', 'detail'])
    .select([
      sql<{ readDate: CalendarDate; gallons: number }[] | null>`(
        select json_agg(json_build_object('readDate', read_date, 'gallons', consumption_gallons) order by read_date)
        from (
          select read_date, consumption_gallons from cis.bill each
          where each.account_id = bill.account_id and each.bill_date <= bill.bill_date
            and read_date is not null and consumption_gallons is not null
          order by each.bill_date desc limit ${periodsOnBill}) as period)`.as('usage'),
      // The transaction of a segment names its bill and its agreement.
      sql<{ agreementId: string; current: Cents; payoff: Cents }[] | null>`(
        select json_agg(json_build_object('agreementId', agreement_id, 'current', current_cents, 'payoff', total_cents))
        from cis.financial_transaction each
        where each.account_id = bill.account_id and each.bill_id = bill.bill_id and transaction_type = 'BS')`.as(
        'transactions',
      ),
    ])
    .where('bill.bill_id', '=', billId)
    .executeTakeFirst()
  if (!row) return null
  const { routing, segments, messages, lacks = [], number = row.bill_id } = row.detail
  return {
    billId: row.bill_id,
    number,
    accountId: row.account_id,
    billDate: row.bill_date,
    dueDate: row.due_date,
    begin: row.begin_cents,
    payments: row.payments_cents,
    adjustments: row.adjustments_cents,
    corrections: row.corrections_cents,
    currentCharges: row.current_charges_cents,
    ending: row.ending_cents,
    routing,
    segments: segments.map((segment) => segmentOf(segment, row.transactions ?? [])),
    messages,
    lacks,
    usage: row.usage ?? [],
  }
}

/** Pays a segment off: its transaction's payoff amount, or the charges without such a transaction. */
function segmentOf(
  segment: StoredSegment,
  transactions: readonly { agreementId: string; current: Cents; payoff: Cents }[],
): BillSegment {
  const current: Cents = sumCents(segment.charges.map((charge) => charge.cents))
  const own = transactions.find((each) => each.agreementId === segment.agreementId && each.current === current)
  const { agreementId: _, ...shown } = segment
  return { ...shown, current, payoff: own?.payoff ?? current }
}
