import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CalendarDate } from '@portal/contract/dates'
import { type AccountNumber, BillId } from '@portal/contract/ids'
import { ledgerBilling } from '@portal/server/adapters/billing-system/ledger/ledger.ts'
import { systemClock } from '@portal/server/clock.ts'
import { type Db, connect } from '@portal/server/database/connect.ts'
import { type TestDatabase, createTestDatabase } from '@portal/server/database/testing/database.ts'
import { billViewOf } from '@portal/server/features/bill-view/bill-document.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { writeDemoExtract } from '../../demo/write-demo-extract.ts'
import { numberOf, ownerWithLogin } from './numbers.ts'
import { fillLedger } from './utility.ts'

const accounts = 500

let generated: TestDatabase
let imported: TestDatabase
beforeAll(async () => {
  generated = await createTestDatabase()
  const connection = connect(generated.url)
  await fillLedger(connection, { known: 0, accounts: 300 }, () => undefined)
  // A folder that was filled before gets more accounts.
  await fillLedger(connection, { known: 300, accounts }, () => undefined)
  await connection.close()
  imported = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'mixed-'))
  const file = join(folder, 'extract')
  const demo = { accounts: 60, seed: 1, asOf: CalendarDate.parse('2026-06-30'), months: 24 }
  await writeDemoExtract(demo, createWriteStream(file))
  await importExtract({ databaseUrl: imported.url, file, division: 'GWA', clock: systemClock })
  await rm(folder, { recursive: true })
}, 120_000)
afterAll(async () => {
  await generated.drop()
  await imported.drop()
})

test('the ledger describes a generated account in the same way as an imported one', async () => {
  const known = new Set(await told(imported.db))
  const ours = await told(generated.db)
  expect(ours.length).toBeGreaterThan(1_000)
  expect([...new Set(ours)].filter((words) => !known.has(words))).toEqual([])
})

test.each([
  [
    'a bill begins with what the one before ended with',
    `select from (select begin_cents, lag(ending_cents, 1, 0::bigint) over (partition by account_id order by bill_date) as before
       from cis.bill) as bill where begin_cents <> before`,
  ],
  [
    'an account owes what its newest bill asks for',
    `select from cis.account account join lateral (select ending_cents from cis.bill bill
       where bill.account_id = account.account_id order by bill_date desc limit 1) as newest on true
     where ending_cents <> balance_cents`,
  ],
  [
    'the lines of a bill add up to its charges',
    `select from cis.bill where current_charges_cents <> (
       select sum((line ->> 'cents')::bigint) from json_array_elements(detail -> 'segments' -> 0 -> 'charges' -> 0 -> 'lines') line)`,
  ],
  [
    'the transactions of a bill are its segment and the payment of the one before',
    `select from cis.bill bill join cis.financial_transaction moved using (bill_id)
     where current_cents <> case transaction_type when 'BS' then current_charges_cents else payments_cents end`,
  ],
  ['every account has 24 bills', 'select from cis.bill group by account_id having count(*) <> 24'],
  ['nothing is billed in the future', 'select from cis.bill where bill_date > current_date + 1'],
])('%s', async (_, exceptions) => {
  expect((await generated.pool.query(exceptions)).rowCount).toBe(0)
})

test('everybody who is sent to sign in has an account', async () => {
  const owners = new Set(
    (await generated.pool.query<{ person_id: string }>('select person_id from cis.account_person')).rows.map(
      ({ person_id: person }) => person,
    ),
  )
  const chances = Array.from({ length: 400 }, (_, nth) => (nth * 0.618) % 1)
  const sent = chances.map((chance, nth) =>
    numberOf(ownerWithLogin(accounts, () => (nth % 2 ? chance : 0.99 - 0.9 * chance))),
  )
  expect(sent.filter((owner) => !owners.has(owner))).toEqual([])
})

/** Everything that the ledger says about some accounts, each fact with its name and kind. */
async function told(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('cis.account').select('account_id').orderBy('account_id').limit(40).execute()
  const words: string[] = []
  for (const { account_id: account } of rows) words.push(...(await toldOf(db, account)))
  return words
}

async function toldOf(db: Db, account: AccountNumber): Promise<string[]> {
  const billing = ledgerBilling(db, 'GWA')
  const { bills } = await billing.listBills(account, 1, 24)
  const newest = await billing.findBill(BillId.parse(bills[0]?.billId))
  return [
    ...kinds('standing', await billing.balances([account])),
    ...kinds('listed', bills),
    ...kinds('usage', await billing.usage(account, 12)),
    ...kinds('payment', await billing.payments(account, 18)),
    ...kinds('bill', newest && billViewOf(newest)),
  ]
}

function kinds(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => kinds(`${name}[]`, each))
  const parts = z.record(z.string(), z.unknown()).safeParse(value)
  if (!parts.success) return [`${name}: ${value === null ? 'null' : typeof value}`]
  return Object.entries(parts.data).flatMap(([key, part]) => kinds(`${name}.${key}`, part))
}
