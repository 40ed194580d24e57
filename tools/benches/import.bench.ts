import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CalendarDate } from '@portal/contract/dates'
import { migrate } from '@portal/server/database/migrate.ts'
import { ledgerTables } from '@portal/server/features/billing-exchange/format/extract-records.ts'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { writeDemoExtract } from '../demo/write-demo-extract.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import type { BenchRow } from './table.ts'

export const name = 'Import of an extract'

const accounts = Number(env.BENCH_IMPORT_ACCOUNTS ?? 5000)
const months = Number(env.BENCH_IMPORT_MONTHS ?? 24)
const lowestRatio = 0.4
const mostMegabytes = 300

const Imported = z.object({
  outcome: z.literal('imported'),
  rows: z.number(),
  seconds: z.number(),
  peakMegabytes: z.number(),
})

/**
 * Rows per second of `portal import`, from an extract file to live tables, including all reading, verifying, indexing
 * and swapping. Compared with a plain COPY of the same rows into tables with the same columns, but without keys,
 * indexes or checks. BENCH_IMPORT_ACCOUNTS=1000000 BENCH_IMPORT_MONTHS=2 measures its memory on a large utility (about
 * 20 GB of disk).
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'))
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true, onLine: () => undefined })
  try {
    await migrate(postgres.url)
    const extract = join(folder, 'extract')
    const asOf = CalendarDate.parse('2026-06-30')
    await writeDemoExtract({ accounts, seed: 1, asOf, months }, createWriteStream(extract))
    const imported = await importOnce(postgres.url, extract)
    const copySeconds = await copyTables(postgres.url, folder)
    return [throughput(imported.rows, imported.seconds, copySeconds), memory(imported.peakMegabytes)]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function importOnce(databaseUrl: string, extract: string) {
  const script = fileURLToPath(new URL('import-once.ts', import.meta.url))
  const settings = { env: { ...env, DATABASE_URL: databaseUrl } }
  const { stdout } = await promisify(execFile)(process.execPath, [script, extract], settings)
  return Imported.parse(JSON.parse(stdout))
}

/**
 * Writes the imported tables to files, untimed, and copies those into new tables, timed.
 * @returns the seconds
 */
async function copyTables(databaseUrl: string, folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let seconds = 0
  for (const table of ledgerTables) {
    const file = join(folder, table)
    await pipeline(client.query(copyTo(`copy cis.${table} to stdout`)), createWriteStream(file))
    await client.query(`create table plain_${table} (like cis.${table})`)
    await client.query('checkpoint')
    const began = performance.now()
    const source = createReadStream(file, { highWaterMark: 256 * 1024 })
    await pipeline(source, client.query(copyFrom(`copy plain_${table} from stdin`)))
    seconds += (performance.now() - began) / 1000
  }
  await client.end()
  return seconds
}

function throughput(rows: number, importSeconds: number, copySeconds: number): BenchRow {
  const perSecond = (seconds: number) => `${Math.round(rows / seconds).toLocaleString('en-US')} rows/s`
  const ratio = copySeconds / importSeconds
  return {
    name: `import of ${rows.toLocaleString('en-US')} rows ÷ plain COPY`,
    ours: perSecond(importSeconds),
    yardstick: perSecond(copySeconds),
    ratio,
    target: { text: `at least ${lowestRatio}`, isMet: ratio >= lowestRatio },
  }
}

function memory(megabytes: number): BenchRow {
  return {
    name: `memory of an import of ${accounts.toLocaleString('en-US')} accounts`,
    ours: `${megabytes.toFixed(0)} MB`,
    yardstick: `${mostMegabytes} MB`,
    ratio: megabytes / mostMegabytes,
    target: { text: 'at most 1', isMet: megabytes <= mostMegabytes },
  }
}
