import type { CalendarDate } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import { arrayToJoin } from '../../../database/sql.ts'
import type { PaidOtherwise, PaymentMade } from '../port-bills.ts'
import type {
  BillingCancellation,
  BillingPayment,
  BillingSystem,
  BookedPayment,
  CancelledPayment,
  RecordedPayment,
} from '../port.ts'
import { downWhenUnreachable } from './faults.ts'

export async function recordPayment(db: Db, payment: BillingPayment): Promise<RecordedPayment> {
  if (payment.amount <= 0) return { outcome: 'rejected', reason: 'A payment must be more than $0.00' }
  const { rows } = await sql<{ payment_number: number }>`
    insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
      authorization_number, paid_at, pay_date, contained_in_import)
    select ${payment.receipt}, account_id, ${payment.amount}, ${payment.source}, ${payment.method},
      ${payment.authorization}, ${payment.paidAt}, ${payment.payDate},
      -- A receipt that the imported extract carries already must not lower the balance a second time.
      (select id from cis.import_run where is_live
        and exists (select from cis.financial_transaction where external_reference = ${payment.receipt}))
    from cis.account where account_id = ${payment.accountId}
    on conflict (receipt_number) do nothing
    returning payment_number`.execute(db)
  const recorded = rows[0]
  if (recorded) return { outcome: 'recorded', billingReference: referenceOf(recorded.payment_number) }
  return await recordedBefore(db, payment)
}

/** Nothing was inserted: the receipt is recorded already, or there is no such account. */
async function recordedBefore(db: Db, payment: BillingPayment): Promise<RecordedPayment> {
  const before = await db
    .selectFrom('cis.portal_payment')
    .select(['payment_number', 'account_id', 'amount_cents'])
    .where('receipt_number', '=', payment.receipt)
    .executeTakeFirst()
  if (!before) return { outcome: 'rejected', reason: `Account ${payment.accountId} not found` }
  if (before.account_id !== payment.accountId || before.amount_cents !== payment.amount)
    return { outcome: 'rejected', reason: `Receipt ${payment.receipt} is recorded with another account or amount` }
  return { outcome: 'recorded', billingReference: referenceOf(before.payment_number) }
}

/** Segments without a receipt of the portal; a payment may have one per service agreement, and their cancellations. */
export async function wasPaidOtherwise(
  db: Db,
  account: AccountNumber,
  amount: Cents,
  since: CalendarDate,
): Promise<boolean> {
  const { rows } = await sql`
    select from cis.financial_transaction
    where account_id = ${account} and transaction_type in ('PS', 'PX')
    group by coalesce(parent_id, transaction_id)
    having sum(current_cents) = ${-amount}::bigint and count(external_reference) = 0
      and min(accounting_date) >= ${since}::date
    limit 1`.execute(db)
  return rows.length > 0
}

/** After a restore from an older copy, only the extract may have a payment of the portal. */
export async function findPayment(
  db: Db,
  receipt: BillingPayment['receipt'],
): ReturnType<BillingSystem['findPayment']> {
  const payment = await db
    .selectFrom('cis.portal_payment as payment')
    .leftJoin('cis.payment_cancellation as cancellation', 'cancellation.receipt_number', 'payment.receipt_number')
    .select(['payment.payment_number', 'payment.amount_cents', 'cancellation.cancellation_number'])
    .where('payment.receipt_number', '=', receipt)
    .executeTakeFirst()
  if (payment) {
    const { payment_number: number, amount_cents: amount, cancellation_number: cancellation } = payment
    return { billingReference: referenceOf(number), amount, isCancelled: cancellation !== null }
  }
  const extracted = await db
    .selectFrom('cis.financial_transaction')
    .select([
      (total) => total.fn.min<string>('transaction_id').as('transaction_id'),
      // One payment may be several segments there, one per service agreement.
      sql<Cents>`(-sum(current_cents) filter (where transaction_type = 'PS'))::bigint`.as('cents'),
      sql<boolean>`bool_or(transaction_type = 'PX')`.as('is_cancelled'),
    ])
    .where('external_reference', '=', receipt)
    .where('transaction_type', 'in', ['PS', 'PX'])
    .having(sql<number>`count(*)`, '>', 0)
    .executeTakeFirst()
  if (!extracted) return null
  const { transaction_id: billingReference, cents: amount, is_cancelled: isCancelled } = extracted
  return { billingReference, amount, isCancelled }
}

/** Twelve digits, like a CC&B payment key. */
function referenceOf(paymentNumber: number): string {
  return String(paymentNumber).padStart(12, '0')
}

/** Cancelling the same receipt again changes nothing. */
export async function cancelLedgerPayment(db: Db, cancellation: BillingCancellation): Promise<CancelledPayment> {
  const { receipt, reason, cancelledAt, cancelDate } = cancellation
  const { rows } = await sql`
    with payment as (
      select receipt_number, account_id, amount_cents from cis.portal_payment where receipt_number = ${receipt}),
    cancelled as (
      insert into cis.payment_cancellation (receipt_number, account_id, amount_cents, cancelled_at, cancel_date, reason,
        contained_in_import)
      select receipt_number, account_id, amount_cents, ${cancelledAt}::timestamptz, ${cancelDate}::date, ${reason},
        -- A cancellation that the imported extract carries already must not raise the balance a second time.
        (select id from cis.import_run where is_live
          and exists (select from cis.financial_transaction
            where external_reference = ${receipt} and transaction_type = 'PX'))
      from payment
      on conflict (receipt_number) do nothing)
    select from payment`.execute(db)
  if (rows.length === 1) return { outcome: 'cancelled' }
  return { outcome: 'rejected', reason: `There is no payment with receipt ${receipt}` }
}

const pageRows = 1000

/** In the order of their receipt numbers, a page at a time. */
export async function* ledgerPaymentsOn(db: Db, day: CalendarDate): AsyncGenerator<BookedPayment> {
  let after = ''
  for (;;) {
    const page = await downWhenUnreachable(() => pageAfter(db, day, after))
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.receipt
  }
}

async function pageAfter(db: Db, day: CalendarDate, after: string): Promise<BookedPayment[]> {
  return (
    db
      .selectFrom('cis.portal_payment as payment')
      .leftJoin('cis.payment_cancellation as cancellation', 'cancellation.receipt_number', 'payment.receipt_number')
      .select([
        'payment.receipt_number as receipt',
        'payment.account_id as accountId',
        'payment.amount_cents as amount',
      ])
      .where('payment.pay_date', '=', day)
      .where('cancellation.receipt_number', 'is', null)
      // Compared by character code, not by a language's collation: the order the port promises.
      .where(sql<boolean>`payment.receipt_number collate "C" > ${after}`)
      .orderBy(sql`payment.receipt_number collate "C"`)
      .limit(pageRows)
      .execute()
  )
}

export async function ledgerPaidOtherwise(
  db: Db,
  accounts: readonly AccountNumber[],
  since: CalendarDate,
): Promise<PaidOtherwise[]> {
  const { rows } = await sql<PaidOtherwise>`
    select coalesce(parent_id, transaction_id) as payment, account_id as "accountId",
      coalesce(min(arrears_date) filter (where transaction_type = 'PS'), min(arrears_date)) as "paidOn",
      coalesce(-sum(current_cents) filter (where transaction_type = 'PS'), 0)::bigint as amount,
      case when bool_or(transaction_type = 'PX') then json_build_object(
        'on', max(arrears_date) filter (where transaction_type = 'PX'),
        'amount', sum(current_cents) filter (where transaction_type = 'PX')) end as canceled
    from unnest(${arrayToJoin(accounts)}) as asked (account_id) join cis.financial_transaction using (account_id)
    where arrears_date >= ${since}::date and transaction_type in ('PS', 'PX')
    group by account_id, coalesce(parent_id, transaction_id)
    having count(external_reference) = 0
    order by account_id, payment`.execute(db)
  return rows
}

/** From the extract, and those it lacks. A payment split over service agreements counts as one. */
export async function ledgerPayments(db: Db, account: AccountNumber, most: number): Promise<PaymentMade[]> {
  const { rows } = await sql<PaymentMade>`
    select date, type, amount, receipt from (
      select arrears_date as date, transaction_type as type, sum(current_cents)::bigint as amount,
        external_reference as receipt, coalesce(parent_id, transaction_id) as payment
      from cis.financial_transaction
      where account_id = ${account} and transaction_type in ('PS', 'PX')
      group by arrears_date, transaction_type, external_reference, coalesce(parent_id, transaction_id)
      union all
      select pay_date, 'PS', -amount_cents, receipt_number, receipt_number
      from cis.portal_payment
      where account_id = ${account} and not exists (
        select from cis.financial_transaction each
        where each.external_reference = receipt_number and each.account_id = portal_payment.account_id
          and each.transaction_type = 'PS')
      union all
      select cancel_date, 'PX', amount_cents, receipt_number, receipt_number
      from cis.payment_cancellation cancelled
      where account_id = ${account} and not exists (
        select from cis.financial_transaction each
        where each.external_reference = receipt_number and each.account_id = cancelled.account_id
          and each.transaction_type = 'PX')
    ) as payment
    order by date desc, payment desc
    limit ${most}::integer`.execute(db)
  return rows
}
