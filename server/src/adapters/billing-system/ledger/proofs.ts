import type { CalendarDate } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import type { ProofsOnFile } from '../port.ts'

/** One query, so that an unknown account takes as long as a known one. */
export async function proofsOf(db: Db, account: AccountNumber): Promise<ProofsOnFile> {
  const { rows } = await sql<{
    pinDigest: Buffer | null
    lastPaymentDigest: Buffer | null
    lastBill: Cents | null
    amount: Cents | null
    date: CalendarDate | null
  }>`
    select account.pin_digest as "pinDigest", account.last_payment_digest as "lastPaymentDigest",
      bill.ending_cents as "lastBill", payment.amount, payment.date
    from (select ${account}::text as account_id) asked
    left join cis.account account using (account_id)
    left join lateral (
      select ending_cents from cis.bill where bill.account_id = asked.account_id
      order by bill_date desc, bill_id desc limit 1) bill on true
    left join lateral (
      -- Without those made here: anyone could make one.
      select -sum(current_cents)::bigint as amount, max(arrears_date) as date from cis.financial_transaction paid
      where paid.account_id = asked.account_id and transaction_type in ('PS', 'PX')
      group by coalesce(parent_id, transaction_id)
      having sum(current_cents) < 0 and count(external_reference) = 0
      order by date desc, coalesce(parent_id, transaction_id) desc limit 1) payment on true`.execute(db)
  const [found] = rows
  const { pinDigest = null, lastPaymentDigest = null, lastBill = null, amount = null, date = null } = found ?? {}
  return { pinDigest, lastPaymentDigest, lastBill, lastPayment: amount && date ? { amount, date } : null }
}
