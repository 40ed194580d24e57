import type { AccountNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { PaymentMade } from './port-bills.ts'

/**
 * The newest payments of an account: those in the imported extract, and those taken by the portal that the extract does
 * not contain. A payment that is split over several service agreements counts as one. Both parts use their index on the
 * account.
 */
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
