import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { BillingCancellation, CancelledPayment } from './port.ts'

/** Cancels a payment recorded in the ledger. Cancelling the same receipt again changes nothing. */
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
