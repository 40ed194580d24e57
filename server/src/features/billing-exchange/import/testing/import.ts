import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../../clock.ts'
import { type TestDatabase, createTestDatabase, createTestTemplate } from '../../../../database/testing/database.ts'
import { accountRecords, extractText } from '../../format/testing/extract.ts'
import { type ExtractOptions, importExtract } from '../import-extract.ts'

/** An empty ledger. */
export type TestImport = Awaited<ReturnType<typeof testImport>>

/** Drop it afterwards. */
export async function testImport(given?: TestDatabase) {
  const database = given ?? (await createTestDatabase())
  const importing = async (content: string | Buffer, options: Partial<ExtractOptions> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'extract-'))
    const file = join(folder, 'extract')
    await writeFile(file, content)
    const { url: databaseUrl } = database
    const about = { databaseUrl, file, division: 'GWA', timeZone: 'Pacific/Guam', clock: systemClock, ...options }
    try {
      return await importExtract(about)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  return {
    database,
    importing,
    /** 1000000001 with 7,000 cents, by a run RUN-0; no other run is recorded. */
    async begin() {
      const head = { runId: 'RUN-0', extractedAt: '2026-01-31T12:00:00.000Z' }
      const report = await importing(extractText(accountRecords('1000000001', { balance: 7000 }), head), {
        force: true,
      })
      await database.pool.query('delete from cis.import_run where not is_live')
      return report
    },
    /** With balances: `1000000001 7000`. */
    async liveAccounts(): Promise<string[]> {
      const { rows } = await database.pool.query<{ account: string }>(
        "select account_id || ' ' || balance_cents as account from cis.account order by account_id",
      )
      return rows.map(({ account }) => account)
    },
    /** The oldest first. */
    async runs() {
      const runs = database.db.selectFrom('cis.import_run').select(['run_id as run', 'outcome', 'reason'])
      return await runs.orderBy('id').execute()
    },
    /** Of unfinished imports. */
    async leftOverSchemas() {
      return (await database.pool.query("select from pg_namespace where nspname = 'cis_incoming'")).rowCount
    },
    drop: () => database.drop(),
  }
}

/** As `begin` leaves it, once for each test: copying a database is several times as quick as an import. */
export async function begunImports() {
  const template = await createTestTemplate(async (database) => {
    const ledger = await testImport(database)
    await ledger.begin()
  })
  return { next: async () => await testImport(await template.clone()), drop: () => template.drop() }
}
