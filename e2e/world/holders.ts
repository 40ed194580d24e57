import type pg from 'pg'
import type { Account } from './accounts.ts'

/** From now on the bills of this account are read online only: no address of their own (C§4, source ONLINE). */
export async function stopPaperBills(pool: pg.Pool, account: Account): Promise<void> {
  await pool.query('update cis.account_person set bill_address_source = null where account_id = $1 and is_main', [
    account.number,
  ])
}

/** Somebody else holds the account too, beside its main customer. */
export async function addHolder(pool: pg.Pool, account: Account, other: Account): Promise<void> {
  await pool.query(
    `insert into cis.account_person (account_id, person_id, relationship_type, is_main, is_financially_responsible,
       may_use_web, bill_address_source) values ($1, $2, 'COOWNER', false, true, true, 'PER')`,
    [account.number, other.person],
  )
}
