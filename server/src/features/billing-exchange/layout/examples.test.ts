import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import { importFiles } from './import-files.ts'
import { readLayout } from './layout-file.ts'

const examples = fileURLToPath(new URL('../../../../../docs/examples/billing-files', import.meta.url))

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => await database.drop())

/** Every value of every table an import fills, as text. */
async function ledger(): Promise<string> {
  const tables = ['account', 'person', 'premise', 'service_agreement', 'bill', 'import_run', 'import_quarantine']
  const rows = await Promise.all(
    tables.map(async (table) => (await database.pool.query<object>(`select * from cis.${table}`)).rows),
  )
  return JSON.stringify(rows)
}

test.each([
  {
    example: 'minimal-csv',
    accounts: [
      '1000101001 4510 José Niño, 7 Water Lane Smallville, 2026-06-24 due 2026-07-15',
      '1000101002 120455 Cruz, Maria, 9 Water Lane Smallville, 2026-06-24 due 2026-07-15',
      '1000102001 -1200 Smallville Feed & Seed, 1 Main Street, Unit 2 Smallville, 2026-06-24 due 2026-07-15',
      '1000103001 -875 Ann Lee, 3 Main Street Smallville, 2026-06-24 due 2026-07-15',
      "1000104001 -2000 Bob O'Neil, 5 Main Street Smallville, 2026-06-24 due 2026-07-15",
    ],
    zips: [null, null, null, null, null],
  },
  {
    example: 'fixed-width',
    accounts: [
      '1000101001 5510 Renée Cruz, 7 WATER LANE , 2026-06-24 due 2026-07-15',
      '1000101002 -250 SMITH, JOHN, 9 WATER LANE , 2026-06-24 due 2026-07-15',
    ],
    zips: ['76801', '76801-1234'],
  },
  {
    example: 'customer-and-account',
    accounts: [
      '1001010001 4510 Cruz, Maria,  , no bill',
      '1001020001 120455 Ann Lee,  , no bill',
      '1001020012 0 Lee "Bud" Ray,  , no bill',
    ],
    zips: ['76801', '01234', '76801-1234'],
  },
])(
  'the files of the example $example are read, and nothing of unmapped columns',
  async ({ example, accounts, zips }) => {
    const folder = join(examples, example)
    const report = await importFiles({
      databaseUrl: database.url,
      files: [folder],
      layout: readLayout(join(folder, 'layout.json')),
      division: 'GWA',
      timeZone: 'America/Chicago',
      waterUnit: 'gallons',
      clock: systemClock,
    })
    expect(report).toMatchObject({ outcome: 'imported', reason: null, asOf: '2026-06-30', skipped: { total: 0 } })
    const { rows } = await database.pool.query<{ line: string; postal: string | null }>(
      `select account_id || ' ' || account.balance_cents || ' ' || full_name || ', ' || premise.address1 || ' '
       || premise.city || ', ' || coalesce(bill_date || ' due ' || bill.due_date, 'no bill') as line, person.postal
     from cis.account join cis.account_person using (account_id) join cis.person using (person_id)
     join cis.service_agreement using (account_id) join cis.premise using (premise_id) left join cis.bill using (account_id)
     order by account_id`,
    )
    expect(rows.map(({ line }) => line)).toEqual(accounts)
    expect(rows.map(({ postal }) => postal)).toEqual(zips)
    expect(await ledger()).not.toMatch(/987-?65/)
  },
)
