import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'

/**
 * The newest payment of each account that stood at that moment, by account; accounts without one are left out. A payer
 * who began a payment then may know of these, and of none that came later.
 */
export async function newestPaidBefore(
  db: Db,
  accounts: readonly AccountNumber[],
  moment: Instant,
): Promise<ReadonlyMap<AccountNumber, number>> {
  const { rows } = await sql<{ account_id: AccountNumber; newest: number }>`
    select item.account_id, max(item.id) as newest
    from checkout_item item join charge_attempt attempt on attempt.checkout_id = item.checkout_id
    where item.account_id = any(${[...accounts]}::text[]) and item.status = 'PAID'
      and attempt.decided_at <= ${moment}::timestamptz
    group by item.account_id
  `.execute(db)
  return new Map(rows.map(({ account_id: account, newest }) => [account, newest]))
}
