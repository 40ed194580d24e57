import { billsPerPage } from '@portal/contract/bills'
import { AccountNumber, PersonId, ZipCode } from '@portal/contract/ids'
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
  /** Of a customer with a few accounts (C§2.5), whose name takes one line on a phone. */
  oneOfSeveral: `is_active and source = 'PER' and email is not null and payable between 2 and 5
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

const accounts = `
  select account.account_id as number, person.email_address as email, person.full_name as name,
    account.is_cash_only, link.person_id as person, link.bill_address_source as source,
    (select phone_number from cis.phone where phone.person_id = link.person_id and phone_type = 'HOME-PHONE' limit 1)
      as home_phone,
    left(case link.bill_address_source
      when 'PREM' then mailing.postal when 'ACOV' then link.override_postal else person.postal end, 5) as zip,
    account.balance_cents - coalesce((select sum(amount_cents) from cis.portal_payment payment
      where payment.account_id = account.account_id and contained_in_import is null), 0) as owed,
    (select count(*) from cis.account_person other join cis.account owed_on using (account_id)
      where other.person_id = link.person_id and other.may_use_web and owed_on.balance_cents > 0
        and not owed_on.is_cash_only) as payable,
    exists (select from cis.service_agreement agreement
      where agreement.account_id = account.account_id and status in ('20', '30', '50')) as is_active
  from cis.account
  join cis.account_person link on link.account_id = account.account_id and link.is_main
  join cis.person on person.person_id = link.person_id
  left join cis.premise mailing on mailing.premise_id = account.mailing_premise_id`

/** Balances differ, so that a charge in the gateway's books must be for this account. */
export async function chooseAccount(pool: pg.Pool, need: Need, given: readonly Account[]): Promise<Account> {
  const found = await pool.query(
    `select * from (${accounts}) account
     where ${needs[need]} and zip is not null and person <> all($1) and owed <> all($2) order by number limit 1`,
    [given.map((account) => account.person), given.map((account) => account.owed)],
  )
  if (found.rowCount === 0) throw new Error(`The demo utility has no ${need} account left`)
  return Account.parse(found.rows[0])
}

/** In cents, according to the billing ledger. */
export async function owedNow(pool: pg.Pool, account: AccountNumber): Promise<number> {
  const found = await pool.query(`select owed from (${accounts}) account where number = $1`, [account])
  return z.coerce.number().int().parse(found.rows[0]?.owed)
}
