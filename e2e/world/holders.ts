import { AccountNumber } from '@portal/contract/ids'
import type pg from 'pg'
import { z } from 'zod'
import type { Account } from './accounts.ts'

/** Their present owners also keep them. */
export async function holdMore(pool: pg.Pool, { person }: Account, accounts: number): Promise<void> {
  await pool.query(
    `insert into cis.account_person (account_id, person_id, relationship_type, is_main, is_financially_responsible,
       may_use_web, bill_address_source)
     select account_id, $1, 'COOWNER', false, false, true, 'PER' from cis.account
     where account_id not in (select account_id from cis.account_person where person_id = $1)
     order by account_id limit $2`,
    [person, accounts],
  )
}

export async function loseAccounts(pool: pg.Pool, { person }: Account): Promise<void> {
  await pool.query('update cis.account_person set may_use_web = false where person_id = $1', [person])
}

/** By number. */
export async function accountsOf(pool: pg.Pool, { person }: Account): Promise<AccountNumber[]> {
  const found = await pool.query(
    'select account_id as number from cis.account_person where person_id = $1 and may_use_web order by account_id',
    [person],
  )
  return z
    .array(z.object({ number: AccountNumber }))
    .parse(found.rows)
    .map((row) => row.number)
}
