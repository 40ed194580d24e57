import type pg from 'pg'
import type { Account } from './accounts.ts'

/** Its longest word is wider than a phone. As the billing system keeps names. */
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Papadimitriou, Maria Concepción'

/** A credit of six digits, too. */
export async function lengthenValues(pool: pg.Pool, { person, number }: Account): Promise<void> {
  await pool.query('update cis.person set full_name = $2 where person_id = $1', [person, longName])
  await pool.query(
    `update cis.account set balance_cents = -64922111, payoff_cents = -64922111, new_charges_cents = -64922111,
       arrears_30_cents = 0, arrears_60_cents = 0, arrears_90_cents = 0, arrears_older_cents = 0
     where account_id = $1`,
    [number],
  )
}

/** Without any older debt. */
export async function letDueDatePass(pool: pg.Pool, { number }: Account): Promise<void> {
  await pool.query(
    `update cis.account set balance_cents = 5100, payoff_cents = 5100, new_charges_cents = 5100,
       arrears_30_cents = 0, arrears_60_cents = 0, arrears_90_cents = 0, arrears_older_cents = 0
     where account_id = $1`,
    [number],
  )
  await pool.query(`update cis.bill set due_date = '2020-10-26' where account_id = $1`, [number])
}
