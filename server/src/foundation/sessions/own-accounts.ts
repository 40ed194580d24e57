import type { AccountNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/**
 * Whether this account was opened to the session. Nothing else decides whether an account is the caller's
 * (docs/security.md).
 */
export async function isOpenTo(db: Db, sessionId: number, account: AccountNumber): Promise<boolean> {
  const row = await db
    .selectFrom('session_account')
    .select('account_id')
    .where('session_id', '=', sessionId)
    .where('account_id', '=', account)
    .executeTakeFirst()
  return row !== undefined
}

/** At most `most` of the session's accounts after this one, by account number, and how many it has in all. */
export async function openAccountsAfter(
  db: Db,
  sessionId: number,
  after: AccountNumber | null,
  most: number,
): Promise<{ accounts: AccountNumber[]; total: number }> {
  const { rows } = await sql<{ accounts: AccountNumber[]; total: number }>`
    select
      array(
        select account_id from session_account
        where session_id = ${sessionId} and account_id > ${after ?? ''}
        order by account_id limit ${most}::integer) as accounts,
      (select count(*) from session_account where session_id = ${sessionId}) as total`.execute(db)
  return rows[0] ?? { accounts: [], total: 0 }
}
