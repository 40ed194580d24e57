import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestHeader, accountRecords, extractText } from '../format/testing/extract.ts'
import type { ImportOptions } from './import-report.ts'
import { type TestImport, testImport } from './testing/import.ts'

let ledger: TestImport

beforeEach(async () => {
  ledger = await testImport()
})
afterEach(() => ledger.drop())

const importBody = async (body: readonly string[], head: TestHeader = {}, options: Partial<ImportOptions> = {}) =>
  await ledger.importing(extractText(body, head), options)

/** Enough accounts to take a while to load. */
const manyAccounts = (): string[] =>
  Array.from({ length: 8_000 }, (_, index) => accountRecords(String(2_000_000_000 + index))).flat()

describe('an extract without faults', () => {
  test('replaces the live data, including bills, and is recorded', async () => {
    await ledger.begin()
    const report = await importBody([...accountRecords('1000000002'), ...accountRecords('1000000003')])
    expect(report).toMatchObject({ outcome: 'imported', runId: 'RUN-1', asOf: '2026-01-31', skipped: { total: 0 } })
    expect(Object.fromEntries(report.rows)).toMatchObject({ account: 2, bill: 2, financial_transaction: 2 })
    expect(await ledger.liveAccounts()).toEqual(['1000000002 5000', '1000000003 5000'])
    const runs = await ledger.database.db
      .selectFrom('cis.import_run')
      .select(['run_id', 'outcome', 'is_live'])
      .execute()
    expect(runs).toEqual([
      { run_id: 'RUN-0', outcome: 'imported', is_live: false },
      { run_id: 'RUN-1', outcome: 'imported', is_live: true },
    ])
    expect(await ledger.leftOverSchemas()).toBe(0)
  })

  test('is imported after another one into a database with another date format', async () => {
    await ledger.database.pool.query(`do $$ begin
      execute format('alter database %I set datestyle to %L', current_database(), 'SQL, DMY'); end $$`)
    await ledger.begin()
    expect((await importBody(accountRecords('1000000001'))).outcome).toBe('imported')
  })

  test('keeps a name with bars, tabs, newlines and backslashes as it was', async () => {
    const name = 'Cruz | \\p\t\\Sons\nInc.\\'
    await importBody(accountRecords('1000000001', { name }))
    const person = await ledger.database.db.selectFrom('cis.person').select('full_name').executeTakeFirstOrThrow()
    expect(person.full_name).toBe(name)
  })

  test('keeps a bill that is longer than what is sent to PostgreSQL at once, beside shorter ones', async () => {
    const messages = Array.from({ length: 60 }, (_, nth) => `${nth} ${'ñ水 '.repeat(300)}`.trim())
    const records = accountRecords('1000000001').flatMap((line) =>
      line.startsWith('9999') ? [...messages.map((message) => `3900|${message}`), line.replace(/9$/, '69')] : [line],
    )
    const report = await importBody([...accountRecords('1000000002'), ...records, ...accountRecords('1000000003')])
    expect(report).toMatchObject({ outcome: 'imported', skipped: { total: 0 } })
    const bills = await ledger.database.db.selectFrom('cis.bill').select('detail').orderBy('bill_id').execute()
    expect(bills.map(({ detail }) => detail.messages)).toEqual([
      ['A first line\nand a \\ second', ...messages],
      ['A first line\nand a \\ second'],
      ['A first line\nand a \\ second'],
    ])
  })

  test('keeps every part of a bill, with bars, quotes, newlines and backslashes as they were', async () => {
    await importBody(accountRecords('1000000001'))
    const bill = await ledger.database.db
      .selectFrom('cis.bill')
      .select(['detail', 'bill_date'])
      .executeTakeFirstOrThrow()
    expect(bill.bill_date).toBe('2026-01-15')
    expect(bill.detail).toEqual({
      routing: {
        name1: 'Maria "Mia" Cruz',
        entityInfo: null,
        address1: '7 Water Lane',
        address2: null,
        city: 'Tamuning',
        state: 'GU',
        postal: '96913',
        country: 'USA',
      },
      segments: [
        {
          segmentId: '100000000101',
          agreementId: '1000000001',
          serviceAddress: '7 Water Lane, Tamuning, GU, 96913',
          startDate: '2025-12-13',
          endDate: '2026-01-13',
          isEstimated: false,
          isClosing: false,
          charges: [
            {
              description: 'Water (demonstration tariff)',
              rate: 'WRES',
              cents: 5000,
              lines: [
                { description: 'Base charge', cents: 4000, print: true },
                { description: 'Water: 4.00 kgal | lifeline', cents: 1000, print: true },
              ],
            },
          ],
          reads: [
            {
              badge: 'W1',
              multiplier: 10,
              startDate: '2025-12-13',
              endDate: '2026-01-13',
              startReading: 100,
              endReading: 500,
              quantity: 4000,
              unit: 'GAL',
            },
          ],
        },
      ],
      messages: ['A first line\nand a \\ second'],
    })
  })

  test('may be gzipped', async () => {
    const zipped = gzipSync(extractText(accountRecords('1000000001')))
    expect(await ledger.importing(zipped)).toMatchObject({ outcome: 'imported' })
  })

  test('keeps keys, indexes and checks, however often it is imported', async () => {
    const shape = `
      select indexdef as part from pg_indexes where schemaname = 'cis' union
      select conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'cis'::regnamespace order by part`
    const before = (await ledger.database.pool.query(shape)).rows
    await ledger.begin()
    await importBody(accountRecords('1000000002'))
    expect((await ledger.database.pool.query(shape)).rows).toEqual(before)
  })

  test('waits for a reader that holds a table, and is swapped in when it lets go', async () => {
    await ledger.begin()
    const reader = await ledger.database.pool.connect()
    await reader.query('begin; select from cis.bill')
    const swapping = Promise.withResolvers<void>()
    const imported = importBody(
      accountRecords('1000000002'),
      {},
      { onProgress: ({ phase }) => phase === 'swapping' && swapping.resolve() },
    )
    await swapping.promise
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
    await reader.query('commit')
    reader.release()
    expect(await imported).toMatchObject({ outcome: 'imported' })
    expect(await ledger.liveAccounts()).toEqual(['1000000002 5000'])
  })

  test('only verified in a dry run, changes nothing', async () => {
    await ledger.begin()
    expect(await importBody(accountRecords('1000000002'), {}, { dryRun: true })).toMatchObject({ outcome: 'verified' })
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
    expect(await ledger.leftOverSchemas()).toBe(0)
  })
})

describe('an extract that is imported again', () => {
  test('the same run changes nothing and says so', async () => {
    await ledger.begin()
    const again = { runId: 'RUN-0', extractedAt: '2026-01-31T12:00:00.000Z' }
    expect(await importBody(accountRecords('1000000009'), again)).toMatchObject({ outcome: 'already-imported' })
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
  })

  test.each([
    ['an older one', '2026-01-31T11:59:59.999Z'],
    ['one of the same moment', '2026-01-31T12:00:00.000Z'],
  ])('%s is refused unless it is forced', async (_, extractedAt) => {
    await ledger.begin()
    const older = { runId: 'RUN-OLD', extractedAt }
    expect(await importBody(accountRecords('1000000002'), older)).toMatchObject({
      outcome: 'refused',
      reason: 'The extract is not newer than the current one (RUN-0). Use --force to import it anyway',
    })
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
    expect(await importBody(accountRecords('1000000002'), older, { force: true })).toMatchObject({
      outcome: 'imported',
    })
    expect(await ledger.liveAccounts()).toEqual(['1000000002 5000'])
  })

  test('a connection that was lost meanwhile is reported with its reason, not as unusable', async () => {
    await ledger.begin()
    const lost: Promise<unknown>[] = []
    const loseIt = async () =>
      await ledger.database.pool.query(
        `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
         where locktype = 'advisory' and objid = 7001003 and datname = current_database()`,
      )
    const onProgress: ImportOptions['onProgress'] = ({ phase }) => {
      if (phase === 'reading' && lost.length === 0) lost.push(loseIt())
    }
    await expect(importBody(manyAccounts(), {}, { onProgress })).rejects.toMatchObject({ code: '57P01' })
    await Promise.all(lost)
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
    const next = { runId: 'RUN-2', extractedAt: '2026-02-02T12:00:00.000Z' }
    expect(await importBody(accountRecords('1000000003'), next)).toMatchObject({ outcome: 'imported' })
    expect(await ledger.leftOverSchemas()).toBe(0)
  })

  test('a table that accepts no more rows, as on a full disk, reports why, however much is still to come', async () => {
    await ledger.begin()
    await ledger.database.pool.query(
      "alter table cis.bill add constraint disk_is_full check (account_id <> '2000000001')",
    )
    await expect(importBody(manyAccounts())).rejects.toMatchObject({ code: '23514' })
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
    expect(await ledger.leftOverSchemas()).toBe(0)
  })

  test('of two imports at once, the second says that one is running', async () => {
    const holder = await ledger.database.pool.connect()
    await holder.query('select pg_advisory_lock(7001003)')
    expect(await ledger.begin()).toMatchObject({ outcome: 'refused', reason: 'Another import is running' })
    holder.release(true)
  })
})
