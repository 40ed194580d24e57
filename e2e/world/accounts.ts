import { setTimeout as wait } from 'node:timers/promises'
import { billsPerPage } from '@portal/contract/bills'
import { AccountNumber, PersonId, ZipCode } from '@portal/contract/ids'
import { ledgerAccounts } from '@portal/tools/demo/ledger-accounts.ts'
import type pg from 'pg'
import { z } from 'zod'

/** As conditions on the billing ledger. */
const needs = {
  owing: 'is_active and not is_cash_only and owed between 2000 and 400000 and email is not null',
  withoutEmail: 'is_active and not is_cash_only and owed between 2000 and 400000 and email is null',
  inCredit: 'is_active and not is_cash_only and owed < 0',
  cashOnly: 'is_active and is_cash_only',
  closed: 'not is_active',
  /** The address that bills go to decides which zip code proves a customer (C§4). */
  billedToPerson: `is_active and source = 'PER' and email is not null and home_phone is not null`,
  billedToPremise: `is_active and source = 'PREM' and email is not null`,
  billedElsewhere: `is_active and source = 'ACOV' and email is not null`,
  /** The only account of its customer, in each state that the first card of the dashboard has. */
  onlyDue:
    'is_active and is_only and not is_cash_only and owed between 2000 and 400000 and arrears = 0 and email is not null',
  onlyPastDue: 'is_active and is_only and not is_cash_only and owed > 0 and arrears > 0 and email is not null',
  onlyPaid: 'is_active and is_only and not is_cash_only and owed = 0 and email is not null',
  onlyInCredit: 'is_active and is_only and not is_cash_only and owed < 0 and email is not null',
  onlyClosed: 'not is_active and is_only and email is not null',
  /** Of a customer with a few accounts (C§2.5), whose name takes one line on a phone. */
  oneOfSeveral: `is_active and source = 'PER' and owed > 0 and email is not null and payable between 2 and 5
    and length(name) <= 20`,
  /** Billed for more months than My Bills has rows on a page. */
  longBilled: `is_active and source = 'PER' and email is not null
    and (select count(*) from cis.bill where bill.account_id = number) > ${billsPerPage}`,
} as const
export type Need = keyof typeof needs

const Account = z.object({
  number: AccountNumber,
  person: PersonId,
  zip: ZipCode,
  /** When the account was chosen, in cents. */
  owed: z.coerce.number().int(),
  email: z.string().nullable(),
  name: z.string(),
})
export type Account = z.infer<typeof Account>

/** Balances differ unless nothing is owed, so that a charge in the gateway's books must be for this account. */
export async function chooseAccount(pool: pg.Pool, need: Need, given: readonly Account[]): Promise<Account> {
  const found = await pool.query(
    `select * from (${ledgerAccounts}) account
     where ${needs[need]} and zip is not null and person <> all($1) and (owed = 0 or owed <> all($2)) order by number limit 1`,
    [given.map((account) => account.person), given.map((account) => account.owed)],
  )
  if (found.rowCount === 0) throw new Error(`The demo utility has no ${need} account left`)
  return Account.parse(found.rows[0])
}

/** In cents, according to the billing ledger. */
export async function owedNow(pool: pg.Pool, account: AccountNumber): Promise<number> {
  const found = await pool.query(`select owed from (${ledgerAccounts}) account where number = $1`, [account])
  return z.coerce.number().int().parse(found.rows[0]?.owed)
}

/** Their present owners also keep them. */
export async function holdMore(pool: pg.Pool, { person }: Account, more: number): Promise<void> {
  await pool.query(
    `insert into cis.account_person (account_id, person_id, relationship_type, is_main, is_financially_responsible,
       may_use_web, bill_address_source)
     select account_id, $1, 'COOWNER', false, false, true, 'PER' from cis.account
     where account_id not in (select account_id from cis.account_person where person_id = $1)
     order by account_id limit $2`,
    [person, more],
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

/**
 * The day of AutoPay and of scheduled payments is `day`, which is today. Resolves once their notice has left: the run, which
 * would look for that after half a minute, looks at once.
 */
export async function letChargeDayCome(pool: pg.Pool, { number }: Account, day: string): Promise<void> {
  for (let moved = 0; moved === 0; await wait(50)) {
    await pool.query(
      `update planned_charge set next_step_at = now()
       where account_id = $1 and state = 'PLANNED' and notice_key is not null
         and (lease_until is null or lease_until < now())`,
      [number],
    )
    moved = await noticedAreDue(pool, number, day)
  }
}

async function noticedAreDue(pool: pg.Pool, number: string, day: string): Promise<number> {
  const { rowCount } = await pool.query(
    `with due as (
       update planned_charge set due_on = case when schedule_id is null then due_on else $2::date end,
         charge_on = $2::date, noticed_at = noticed_at - interval '12 days', next_step_at = now()
       where account_id = $1 and state = 'NOTIFIED' and (lease_until is null or lease_until < now())
       returning schedule_id),
     moved as (update payment_schedule set pay_on = $2::date from due where payment_schedule.id = schedule_id)
     select from due`,
    [number, day],
  )
  return rowCount ?? 0
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

export async function bounceEmails(pool: pg.Pool, { email }: Account): Promise<void> {
  await pool.query(
    `insert into stopped_address (channel, address, why, since) values ('email', lower($1), 'bounced', now())`,
    [email],
  )
}
