import { payOldestFirst } from '@portal/contract/aged-debt'
import type { CalendarDate } from '@portal/contract/dates'
import type { AccountNumber, BillId } from '@portal/contract/ids'
import { type Cents, noCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import { arrayToJoin } from '../../../database/sql.ts'
import type { AccountBalance } from '../port-bills.ts'
import { placeOf } from './addresses.ts'

interface BalanceRow {
  account_id: AccountNumber
  customer_class: string
  is_cash_only: boolean
  new_charges_cents: Cents
  arrears_30_cents: Cents
  arrears_60_cents: Cents
  arrears_90_cents: Cents
  arrears_older_cents: Cents
  /** Payments taken by the portal, less those cancelled since, that no imported data contain yet. */
  paid: Cents
  is_active: boolean | null
  address1: string | null
  city: string | null
  state: string | null
  postal: string | null
  bill_id: BillId | null
  bill_date: CalendarDate | null
  due_date: CalendarDate | null
  account_due_date: CalendarDate | null
  ending_cents: Cents | null
}

/** A few index look-ups per account. In SQL because the dashboard runs it all the time. */
export async function ledgerBalances(
  db: Db,
  accounts: readonly AccountNumber[],
  division: string,
): Promise<AccountBalance[]> {
  const { rows } = await sql<BalanceRow>`
    select account.account_id, customer_class, is_cash_only, new_charges_cents, arrears_30_cents, arrears_60_cents,
      arrears_90_cents, arrears_older_cents, is_active, address1, city, state, postal, bill_id, bill_date,
      newest.due_date, account.due_date as account_due_date, ending_cents,
      ((select coalesce(sum(amount_cents), 0) from cis.portal_payment payment
          where payment.account_id = account.account_id and contained_in_import is null)
        - (select coalesce(sum(amount_cents), 0) from cis.payment_cancellation cancelled
          where cancelled.account_id = account.account_id and contained_in_import is null
            and not in_doubt))::bigint as paid
    from cis.account account
    -- The premise that is served now, or else the one served last: as in findLedgerAccounts.
    left join lateral (
      select premise_id, status in ('20', '30', '50') as is_active from cis.service_agreement
      where service_agreement.account_id = account.account_id
      order by is_active desc, start_date desc, agreement_id limit 1) as agreement on true
    left join cis.premise premise
      on premise.premise_id = coalesce(agreement.premise_id, account.mailing_premise_id)
    left join lateral (
      select bill_id, bill_date, due_date, ending_cents from cis.bill
      where bill.account_id = account.account_id
      order by bill_date desc, bill_id desc limit 1) as newest on true
    where account.account_id = any(${arrayToJoin(accounts)}::text[]) and division = ${division}`.execute(db)
  return rows.map(balanceOf)
}

function balanceOf(row: BalanceRow): AccountBalance {
  const { bill_id: billId, bill_date: billDate, due_date: dueDate, ending_cents: ending } = row
  const imported = {
    newCharges: row.new_charges_cents,
    days30: row.arrears_30_cents,
    days60: row.arrears_60_cents,
    days90: row.arrears_90_cents,
    older: row.arrears_older_cents,
  }
  return {
    accountId: row.account_id,
    customerClass: row.customer_class,
    isActive: row.is_active ?? false,
    isCashOnly: row.is_cash_only,
    serviceLocation: placeOf(row),
    debt: payOldestFirst(imported, row.paid),
    dueDate: row.account_due_date ?? dueDate,
    latestBill: billId && billDate && dueDate ? { billId, billDate, dueDate, total: ending ?? noCents } : null,
  }
}
