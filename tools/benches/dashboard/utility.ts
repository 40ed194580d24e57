import type { Instant } from '@portal/contract/dates'
import type { Clock } from '@portal/server/clock.ts'
import type { Connection } from '@portal/server/database/connect.ts'
import { signInCustomer } from '@portal/server/testing/people.ts'

/** Bills of each account: enough that the newest must be found among others. */
const billsEach = 3

/** The number of an account of the utility, from 0. */
export function accountNumber(nth: number): string {
  return String(1_000_000_000 + nth)
}

/**
 * Fills the billing ledger with this many accounts, each with person, premise, agreement and bills. The database
 * generates the rows itself, because the demo's generator and the import would take an hour for a million accounts.
 */
export async function fillUtility({ pool }: Connection, accounts: number): Promise<void> {
  const each = `from generate_series(1000000000, 1000000000 + $1::bigint - 1) as number`
  await pool.query(`set statement_timeout = 0`)
  const fills = [
    `cis.person select number, 'P', 'Maria Cruz', 'm@example.com', '12 Home Street', null, 'Tamuning', 'GU', '96913', 'USA'
     ${each}`,
    `cis.premise select number, 'SFH', '7 Water Lane, Unit 2', null, 'Tamuning', 'GU', '96913', 'USA' ${each}`,
    `cis.account select number, 'GWA', 'RESID', 'C01', date '2020-01-15', number, false, 8053, 8053, 5053, 3000, 0, 0, 0
     ${each}`,
    `cis.account_person (account_id, person_id, relationship_type, is_main, is_financially_responsible, may_use_web,
       bill_address_source)
     select number, number, 'MAIN', true, true, true, 'PER' ${each}`,
    `cis.service_agreement select number, number, number, 'W-RES', '20', date '2020-01-15', null, 8053, 8053 ${each}`,
    `cis.bill
     select number || lpad(nth::text, 2, '0'), number::text, date '2026-01-31' - 30 * nth, date '2026-02-21' - 30 * nth, 0, 0,
       0, 0, 8053, 8053, date '2026-01-29' - 30 * nth, 5120, '{"routing": {}, "segments": [], "messages": []}'
     ${each}, generate_series(0, ${billsEach - 1}) as nth`,
  ]
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  for (const fill of fills) await client.query(`insert into ${fill}`, [accounts])
  for (const table of ['person', 'premise', 'account', 'account_person', 'service_agreement', 'bill'])
    await client.query(`vacuum analyze cis.${table}`)
  client.release()
}

/** A customer who has signed in. */
export interface Visitor {
  token: string
  /** The `after` of the second page, which has twenty accounts. */
  after: string
}

/** Signs customers in, each with 26 accounts spread over the utility: a first page of 6 and one of 20. */
export async function signInVisitors(
  { db, pool }: Connection,
  utility: { accounts: number; visitors: number; clock: Clock; now: Instant },
): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  for (let nth = 0; nth < utility.visitors; nth++) {
    const accounts = new Set<string>()
    // The same numbers in every run: multiples of a large prime, modulo the number of accounts.
    for (let step = 1; accounts.size < 26; step++)
      accounts.add(accountNumber(((nth * 26 + step) * 7_919_993) % utility.accounts))
    const own = [...accounts].toSorted()
    const person = accountNumber(nth)
    visitors.push({
      token: await signInCustomer({ db, clock: utility.clock }, { person, accounts: own }),
      after: own[5] ?? '',
    })
  }
  await pool.query('vacuum analyze session_account')
  return visitors
}
