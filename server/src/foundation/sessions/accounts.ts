import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { refuseCommonly } from '../../refusal.ts'

/** @throws Refusal `not-allowed` */
export async function requireAccess(db: Db, sessionId: number, account: AccountNumber): Promise<void> {
  if (!(await hasAccess(db, sessionId, account))) throw refuseCommonly('not-allowed')
}

/** Nothing else decides whether an account is the caller's (docs/security.md). */
export async function hasAccess(db: Db, sessionId: number, account: AccountNumber): Promise<boolean> {
  const row = await db
    .selectFrom('session_account')
    .select('account_id')
    .where('session_id', '=', sessionId)
    .where('account_id', '=', account)
    .executeTakeFirst()
  return row !== undefined
}

/** By account number; `total` counts all of the session's accounts. */
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

/** Doing it again only changes the time. */
export async function grantAccess(
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

/** Locks the session, then its accounts in order, as its end does: a log-out in another tab might deadlock. */
export async function grantAccessToAll(
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

/** The last one found first. */
export async function openAccounts(db: Db | Tx, sessionId: number): Promise<AccountNumber[]> {
  const rows = await db
    .selectFrom('session_account')
    .select('account_id')
    .where('session_id', '=', sessionId)
    .orderBy('opened_at', 'desc')
    .execute()
  return rows.map((row) => row.account_id)
}
