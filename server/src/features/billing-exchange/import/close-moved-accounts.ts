import type pg from 'pg'

/**
 * Closes accounts to the sessions of customers who no longer hold them, as after a tenant has moved out: a session keeps
 * what was opened to it at its sign-in, and may last for hours. Call it in the transaction of the change-over.
 */
export async function closeMovedAccounts(client: pg.Client): Promise<void> {
  await client.query(
    `delete from session_account opened
     using session join web_user on web_user.id = session.web_user_id
     where opened.session_id = session.id and not exists (
       select from cis.account_person link
       where link.account_id = opened.account_id and link.person_id = web_user.person_id and link.may_use_web)`,
  )
}
