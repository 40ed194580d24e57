import type { AccountNumber } from '@portal/contract/ids'
import type { Db } from '../../database/connect.ts'

/** Whether a payment of this account is under way or still being confirmed, so that it must not be paid again (R19). */
export async function isBeingPaid(db: Db, accountId: AccountNumber): Promise<boolean> {
  const hold = await db
    .selectFrom('account_hold')
    .select('attempt_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return hold !== undefined
}
