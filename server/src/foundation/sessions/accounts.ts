import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** Lets a session pay this account from now on; doing it again changes nothing but the time. */
export async function openAccount(
  db: Db | Tx,
  sessionId: number,
  accountId: AccountNumber,
  now: Instant,
): Promise<void> {
  await db
    .insertInto('session_account')
    .values({ session_id: sessionId, account_id: accountId, opened_at: now })
    .onConflict((again) => again.columns(['session_id', 'account_id']).doUpdateSet({ opened_at: now }))
    .execute()
}

/**
 * Opens many accounts, each named once, to a session; opening one again changes nothing but the time. The session is
 * locked first and then its accounts in order, as they are when it ends: otherwise a log-out or another tab's look-up at
 * the same moment could wait for this one, and this one for it.
 */
export async function openAllAccounts(
  tx: Tx,
  sessionId: number,
  accounts: readonly AccountNumber[],
  now: Instant,
): Promise<void> {
  if (accounts.length === 0) return
  await tx.selectFrom('session').select('id').where('id', '=', sessionId).forKeyShare().execute()
  await sql`insert into session_account (session_id, account_id, opened_at)
    select ${sessionId}::bigint, account_id, ${now}::timestamptz
    from unnest(${[...accounts]}::text[]) as found(account_id) order by account_id
    on conflict (session_id, account_id) do update set opened_at = excluded.opened_at`.execute(tx)
}

/** The accounts a session may pay, the last found first. */
export async function openAccounts(db: Db | Tx, sessionId: number): Promise<AccountNumber[]> {
  const rows = await db
    .selectFrom('session_account')
    .select('account_id')
    .where('session_id', '=', sessionId)
    .orderBy('opened_at', 'desc')
    .execute()
  return rows.map((row) => row.account_id)
}
