import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { pipeline } from 'node:stream/promises'
import { CalendarDate } from '@portal/contract/dates'
import { ledgerTables } from '@portal/server/features/billing-exchange/format/extract-records.ts'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { writeDemoExtract } from '../demo/write-demo-extract.ts'
import { startProgram } from '../world/node-program.ts'
import type { World } from '../world/start-world.ts'
import { withClient } from './frame/fill.ts'
import { mostMegabytes } from './frame/measures.ts'
import { type Bench, type Row, compared } from './frame/run.ts'

const accounts = Number(env['BENCH_IMPORT_ACCOUNTS'] ?? 5000)
const months = Number(env['BENCH_IMPORT_MONTHS'] ?? 24)
const allowedMegabytes = 300

/**
 * Rows per second of an import, from an extract file to live tables, including all reading, verifying, indexing and
 * swapping. Compared with a plain COPY of the same rows into tables with the same columns, but without keys, indexes or
 * checks.
 */
export const importing: Bench = { name: 'Import of an extract', world: {}, measure }

/** The same of accounts.csv. */
export const importingFiles: Bench = { name: 'Import of billing files', world: {}, measure: measureFiles }

const asOf = CalendarDate.parse('2026-06-30')

async function measure(world: World): Promise<Row[]> {
  const extract = join(world.folder, 'extract')
  await writeDemoExtract({ accounts, seed: 1, asOf, months }, createWriteStream(extract))
  return await measureFile(world, extract, accounts, 0.4)
}

const filesAccounts = Number(env['BENCH_IMPORT_FILES_ACCOUNTS'] ?? 200_000)

async function measureFiles(world: World): Promise<Row[]> {
  const file = join(world.folder, 'accounts_20260630.csv')
  await pipeline(accountsFile(filesAccounts), createWriteStream(file))
  return await measureFile(world, file, filesAccounts, 0.35)
}

function* accountsFile(count: number): Generator<string> {
  yield 'account,name,zip,balance,due_date,customer_id,service_address,city,state,bill_date,note\n'
  for (let at = 0; at < count; at++)
    yield `${1_000_000_000 + at},Customer Number ${at},${96_900 + (at % 30)},${at % 300}.${10 + (at % 90)},2026-07-15,C${at},${at % 999} Water Lane,Smallville,TX,2026-06-24,not read\n`
}

async function measureFile(
  { folder, database }: World,
  file: string,
  imported: number,
  atLeast: number,
): Promise<Row[]> {
  const { rows, seconds, megabytes } = await importInProcess(database.url, file)
  const perSecond = [rows / seconds, rows / (await secondsToCopy(database.pool, folder))] as const
  const many = (value: number): string => value.toLocaleString('en-US')
  return [
    compared(`import of ${many(rows)} rows ÷ plain COPY`, perSecond, 'rows/s', { atLeast }),
    compared(`memory of an import of ${many(imported)} accounts`, [megabytes, allowedMegabytes], 'MB', { atMost: 1 }),
  ]
}

const Imported = z.object({ outcome: z.literal('imported'), rows: z.number(), seconds: z.number() })

/** Of the extract at this path. */
export async function importInProcess(
  databaseUrl: string,
  extract: string,
): Promise<z.infer<typeof Imported> & { megabytes: number }> {
  const lines: string[] = []
  const settings = { DATABASE_URL: databaseUrl, EXTRACT: extract }
  const { process, ended } = startProgram('tools/benches/import-once.ts', settings, (line) => lines.push(line))
  const megabytes = await mostMegabytes(process.pid ?? 0, ended)
  return { ...Imported.parse(JSON.parse(lines.join('\n'))), megabytes }
}

async function secondsToCopy(pool: pg.Pool, folder: string): Promise<number> {
  let seconds = 0
  await withClient(pool, async (client) => {
    await client.query('set synchronous_commit = on')
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
  })
  return seconds
}
