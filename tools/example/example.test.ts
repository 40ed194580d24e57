import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BillId } from '@portal/contract/ids'
import { ledgerBilling } from '@portal/server/adapters/billing-system/ledger/ledger.ts'
import { systemClock } from '@portal/server/clock.ts'
import { type TestDatabase, createTestDatabase } from '@portal/server/database/testing/database.ts'
import { billViewOf } from '@portal/server/features/bill-view/bill-document.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'
import type { ImportReport } from '@portal/server/features/billing-exchange/import/import-report.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '../demo/testing/faults-of-bill.ts'
import { kinds } from './kinds.ts'

const file = fileURLToPath(new URL('utility.extract', import.meta.url))

async function written(...words: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'example-'))
  const script = fileURLToPath(new URL('write-example.ts', import.meta.url))
  const out = join(folder, 'extract')
  const { status, stderr } = spawnSync(process.execPath, [script, '--out', out, ...words], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const text = await readFile(out, 'utf8')
  await rm(folder, { recursive: true })
  return text
}

test('the example is as its script writes it', async () => {
  expect(await readFile(file, 'utf8'), `write it anew: node tools/example/write-example.ts --out ${file}`).toBe(
    await written(),
  )
})

test('given division, time zone and date of another utility, then its header has them', async () => {
  const text = await written('--division', 'RWD', '--time-zone', 'America/Denver', '--as-of', '2026-09-30')
  const header = '0010|1|EXAMPLE-2026-09-30|RWD|2026-09-30|2026-09-30T13:00:00.000Z|America/Denver|USD\n'
  expect(text.startsWith(header)).toBe(true)
})

describe('given the example is imported', () => {
  let database: TestDatabase
  let report: ImportReport
  beforeAll(async () => {
    database = await createTestDatabase()
    report = await importExtract({
      databaseUrl: database.url,
      file,
      division: 'GWA',
      timeZone: 'Pacific/Guam',
      clock: systemClock,
    })
  })
  afterAll(() => database.drop())
  const rowsOf = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows

  test('then it has thirty accounts, one of each kind, and no record is left out', async () => {
    expect(report).toMatchObject({ outcome: 'imported', skipped: { total: 0 } })
    expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(30)
    expect(await rowsOf('select count(*)::integer as accounts from cis.account')).toEqual([{ accounts: 30 }])
  })

  test('then its bills add up, in the form that the page of the bill gets', async () => {
    const bills = await rowsOf('select bill_id from cis.bill')
    expect(bills.length).toBeGreaterThan(60)
    for (const { bill_id: billId } of bills) {
      const bill = await ledgerBilling(database.db, 'GWA').findBill(BillId.parse(billId))
      expect(bill && faultsOf(billViewOf(bill))).toEqual([])
    }
  })

  test('then each balance is that of the newest bill and what came since', async () => {
    const wrong = await rowsOf(`
      select account_id from cis.account
      join lateral (select ending_cents from cis.bill where bill.account_id = account.account_id
        order by bill_date desc limit 1) as newest on true
      where balance_cents <> ending_cents + (select coalesce(sum(current_cents), 0) from cis.financial_transaction since
        where since.account_id = account.account_id and since.bill_id is null)`)
    expect(wrong).toEqual([])
  })

  test('then what distinguishes accounts is in the ledger', async () => {
    const [seen] = await rowsOf(`
      select (select array_agg(distinct transaction_type order by transaction_type) from cis.financial_transaction) as types,
        (select count(distinct external_reference)::integer from cis.financial_transaction) as receipts,
        (select array_agg(distinct bill_address_source order by bill_address_source) from cis.account_person) as addresses,
        (select array_agg(distinct bill_route order by bill_route) from cis.account_person) as routes,
        count(*) filter (where is_cash_only)::integer as cash_only,
        count(*) filter (where balance_cents < 0)::integer as credits,
        bool_or(arrears_30_cents > 0) and bool_or(arrears_60_cents > 0) and bool_or(arrears_90_cents > 0)
          and bool_or(arrears_older_cents > 0) as every_age
      from cis.account`)
    expect(seen).toEqual({
      types: ['AD', 'AX', 'BS', 'BX', 'PS', 'PX'],
      receipts: 2,
      addresses: ['ACOV', 'N/A', 'PER'],
      routes: ['EMAIL', 'POSTAL', null],
      cash_only: 1,
      credits: 1,
      every_age: true,
    })
  })
})
