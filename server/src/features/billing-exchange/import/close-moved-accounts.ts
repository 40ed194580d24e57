import type pg from 'pg'
import { holdsAccount } from '../../../database/holds-account.ts'

/**
 * Closes accounts to the sessions of customers who no longer hold them, for example after a tenant has moved out. A
 * session keeps the accounts that were opened to it at sign-in, and may last for hours. Call it in the transaction of
 * the swap. A sign-in that ends after the swap applies the same rule to the accounts that it read before.
 */
export async function closeMovedAccounts(client: pg.Client): Promise<void> {
  await client.query(
    `delete from session_account opened
     using session join web_user on web_user.id = session.web_user_id
     where opened.session_id = session.id and not ${holdsAccount('web_user.person_id', 'opened.account_id')}`,
  )
}
