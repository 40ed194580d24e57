import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../database/test-database.ts'
import { importExtract, type ImportOptions } from './import-extract.ts'
import { accountRecords, billRecords, extractText } from './test-extract.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** The ledger before each test: one account, 1000000001 of 7,000 cents, from run RUN-0. */
beforeEach(async () => {
  const before = { runId: 'RUN-0', extractedAt: '2026-01-31T12:00:00.000Z' }
  await importing(extractText(accountRecords('1000000001', { balance: 7000 }), before), { force: true })
  await database.pool.query('delete from cis.import_run where not is_live')
})

async function importing(content: string | Buffer, options: Partial<ImportOptions> = {}) {
  const file = join(folder, 'extract')
  await writeFile(file, content)
  return await importExtract({ databaseUrl: database.url, file, division: 'GWA', clock: systemClock, ...options })
}
const liveAccounts = async () =>
  (
    await database.db.selectFrom('cis.account').select(['account_id', 'balance_cents']).orderBy('account_id').execute()
  ).map((row) => `${row.account_id} ${row.balance_cents}`)

const sound = accountRecords('1000000002')
const broken = (from: string | RegExp, to: string) =>
  accountRecords('1000000003').join('\n').replace(from, to).split('\n')

describe('records that lack what they belong to are left out, the rest is imported', () => {
  it.each<{ what: string; body: string[]; recordType: string; reason: string }>([
    {
      what: 'a person is missing',
      body: broken(/0020.*\n/, ''),
      recordType: '0022',
      reason: 'its person is not in the extract',
    },
    {
      what: 'a main customer is missing',
      body: broken('|MAIN|Y|', '|SPOUSE|N|'),
      recordType: '0030',
      reason: 'it does not have exactly one main customer',
    },
    {
      what: 'a premise is missing',
      body: broken(/0040.*\n/, ''),
      recordType: '0050',
      reason: 'its premise is not in the extract',
    },
    {
      what: 'agreements do not make up the balance',
      body: broken(/\|2020-01-15\|\|5000/, '|2020-01-15||4999'),
      recordType: '0030',
      reason: 'its balance is not the sum of its service agreements',
    },
    {
      what: 'an account is missing',
      body: broken(/0030.*\n/, ''),
      recordType: '0100',
      reason: 'its account is not in the extract',
    },
    {
      what: 'an agreement of a transaction is missing',
      body: broken(/7000\|100000000301\|1000000003\|1000000003/, '7000|100000000301|1000000003|9999999999'),
      recordType: '7000',
      reason: 'its service agreement is not in the extract',
    },
  ])('$what', async ({ body, recordType, reason }) => {
    const report = await importing(extractText([...sound, ...body]), { mostLeftOut: 0.6 })
    expect(report).toMatchObject({ outcome: 'imported', reason: null })
    expect(report.leftOut.reasons).toContainEqual({ recordType, reason, count: 1 })
    expect(await liveAccounts()).toContain('1000000002 5000')
    const kept = await database.db.selectFrom('cis.import_quarantine').select(['record_type', 'reason']).execute()
    expect(kept).toContainEqual({ record_type: recordType, reason })
    expect(kept).toHaveLength(report.leftOut.total)
  })

  it('an account that is left out takes everything of it along', async () => {
    const body = broken('|5000|5000|5000|0', '|5000|5000|4000|0')
    const report = await importing(extractText([...sound, ...body]), { mostLeftOut: 0.6 })
    expect(await liveAccounts()).toEqual(['1000000002 5000'])
    expect(Object.fromEntries(report.rows)).toMatchObject({
      account_person: 1,
      service_agreement: 1,
      bill: 1,
      financial_transaction: 1,
    })
  })

  it('a record that stands twice is imported once', async () => {
    const body = [...sound, ...billRecords('1000000002', 5000)]
    const report = await importing(extractText(body), { mostLeftOut: 0.6 })
    expect(report.leftOut.reasons).toEqual([{ recordType: '0100', reason: 'it stands there before', count: 1 }])
    expect(report.rows.get('bill')).toBe(1)
  })
})

describe('how many may be left out', () => {
  const hundred = Array.from({ length: 13 }, (_, at) => accountRecords(String(1_000_000_100 + at))).flat()
  const oneFaulty = [...hundred, '0024|1000000100|CMSCAN|2020-01-01||fido']

  it('one in a hundred: the run is taken, and the faulty record reported', async () => {
    expect(await importing(extractText(oneFaulty))).toMatchObject({ outcome: 'imported', leftOut: { total: 1 } })
  })

  it('more: the run is refused and the live data stay', async () => {
    const report = await importing(extractText([...sound, ...broken('|700|-700|', '|700|-600|')]))
    expect(report).toMatchObject({ outcome: 'refused', reason: '1 of 16 records are faulty, more than 1 %' })
    expect(await liveAccounts()).toEqual(['1000000001 7000'])
  })
})
