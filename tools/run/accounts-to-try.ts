import pg from 'pg'
import { z } from 'zod'

const Account = z.object({ number: z.string(), zip: z.string(), owed: z.coerce.number().int() })
/** An account of the demo utility for a visitor to try; `owed` in cents. */
interface AccountToTry extends z.infer<typeof Account> {
  what: string
}

/** The kinds of account worth trying, each with its condition on the query below. */
const interesting = [
  {
    what: 'residential with a balance, not registered (try /sign-up)',
    where: 'active and owed > 2000 and not cash_only and siblings = 1 and can_enrol',
  },
  { what: 'one of several accounts of one person', where: 'active and owed > 2000 and not cash_only and siblings > 2' },
  { what: 'in credit', where: 'active and owed < 0 and not cash_only' },
  { what: 'cash only', where: 'active and owed > 0 and cash_only' },
  { what: 'closed', where: 'not active' },
] as const

const accounts = `
  select account.account_id as number, left(case link.bill_address_source
      when 'PREM' then mailing.postal when 'ACOV' then link.override_postal else person.postal end, 5) as zip,
    account.balance_cents as owed, account.is_cash_only as cash_only,
    exists (select from cis.service_agreement agreement where agreement.account_id = account.account_id
      and agreement.status in ('20', '30', '50')) as active,
    person.email_address is not null
      and not exists (select from web_user where web_user.person_id = person.person_id) as can_enrol,
    (select count(*) from cis.account_person sibling
      where sibling.person_id = link.person_id and sibling.is_main) as siblings
  from cis.account
  join cis.account_person link on link.account_id = account.account_id and link.is_main
  join cis.person on person.person_id = link.person_id
  left join cis.premise mailing on mailing.premise_id = account.mailing_premise_id`

/** One account of each kind that the database has. */
export async function accountsToTry(databaseUrl: string): Promise<AccountToTry[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const found: AccountToTry[] = []
    for (const { what, where } of interesting) {
      const rows = await client.query(
        `select * from (${accounts}) each where ${where} and zip is not null order by number limit 1`,
      )
      const account = Account.safeParse(rows.rows[0])
      if (account.success) found.push({ what, ...account.data })
    }
    return found
  } finally {
    await client.end()
  }
}
