import type { CalendarDate } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { findLedgerAccounts } from './ledger-account.ts'
import { ledgerBills } from './ledger-bills.ts'
import { cancelLedgerPayment } from './ledger-cancellation.ts'
import { downWhenUnreachable } from './ledger-faults.ts'
import { ledgerPaymentsOn } from './ledger-payments-on.ts'
import { ledgerPeople } from './ledger-people.ts'
import type { BillingPayment, BillingSystem, RecordedPayment } from './port.ts'

/**
 * The billing system as our own store in the shape of CC&B: schema `cis`, filled by `portal import` and read by `portal
 * export-payments` (docs/extract-format.md). An account owes its imported balance less the payments recorded here that
 * no imported extract contains yet. People are as imported, with the changes made here applied in the same way. Every
 * method throws `BillingSystemDown` when PostgreSQL cannot be reached or does not answer in time.
 */
export function ledgerBilling(db: Db): BillingSystem {
  return {
    ...ledgerPeople(db),
    ...ledgerBills(db),
    findAccount: (account, division) =>
      downWhenUnreachable(async () => (await findLedgerAccounts(db, [account], division))[0] ?? null),
    findAccounts: (accounts, division) => downWhenUnreachable(() => findLedgerAccounts(db, accounts, division)),
    recordPayment: (payment) => downWhenUnreachable(() => recordPayment(db, payment)),
    cancelPayment: (cancellation) => downWhenUnreachable(() => cancelLedgerPayment(db, cancellation)),
    wasPaidOtherwise: (account, amount, since) =>
      downWhenUnreachable(() => wasPaidOtherwise(db, account, amount, since)),
    findPayment: (receipt) => downWhenUnreachable(() => findPayment(db, receipt)),
    paymentsOn: (day) => ledgerPaymentsOn(db, day),
  }
}

async function recordPayment(db: Db, payment: BillingPayment): Promise<RecordedPayment> {
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

/** Called when nothing was inserted: the receipt is recorded already, or there is no such account. */
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

/**
 * Payments made elsewhere are known only from the extract: they are the segments without a receipt of the portal. One
 * payment may have several segments there, one per service agreement, and their cancellations if it bounced.
 */
async function wasPaidOtherwise(db: Db, account: AccountNumber, amount: Cents, since: CalendarDate): Promise<boolean> {
  const { rows } = await sql`
    select from cis.financial_transaction
    where account_id = ${account} and transaction_type in ('PS', 'PX')
    group by coalesce(parent_id, transaction_id)
    having sum(current_cents) = ${-amount}::bigint and count(external_reference) = 0
      and min(accounting_date) >= ${since}::date
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Looks among the payments recorded here first, then among the transactions of the imported extract. A payment of the
 * portal may be known only from the extract after this database was restored from an older copy.
 */
async function findPayment(db: Db, receipt: BillingPayment['receipt']): ReturnType<BillingSystem['findPayment']> {
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
