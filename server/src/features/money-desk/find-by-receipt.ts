import { findDeskPayment } from '@portal/contract/money-desk'
import { tagOfReceipt } from '@portal/contract/payments'
import type { Db } from '../../database/connect.ts'
import { chargedStates } from '../../database/tables/payments.ts'
import { refuse } from '../../http/problem.ts'

/**
 * The key of the payment with a receipt, which may be that of one account or of the whole payment.
 * @throws Refusal `no-such-payment`
 */
export async function findByReceipt(db: Db, receipt: string): Promise<number> {
  const tag = tagOfReceipt(receipt) ?? ''
  const payment = await db
    .selectFrom('charge_attempt')
    .select('checkout_id')
    .where('transaction_tag', '=', tag)
    .where('state', 'in', chargedStates)
    .executeTakeFirst()
  if (!payment) throw refuse(findDeskPayment, 'no-such-payment')
  return payment.checkout_id
}
