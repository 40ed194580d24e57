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

/** Opens many accounts, each named once, to a session; opening one again changes nothing but the time. */
export async function openAllAccounts(
  db: Db | Tx,
  sessionId: number,
  accounts: readonly AccountNumber[],
  now: Instant,
): Promise<void> {
  if (accounts.length === 0) return
  await sql`insert into session_account (session_id, account_id, opened_at)
    select ${sessionId}::bigint, unnest(${[...accounts]}::text[]), ${now}::timestamptz
    on conflict (session_id, account_id) do update set opened_at = excluded.opened_at`.execute(db)
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
