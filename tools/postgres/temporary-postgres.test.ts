import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InUse } from './claim.ts'
import { startTemporaryPostgres } from './start-postgres.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'temporary-pg-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('given a folder in use, when started a second time, then it is refused; after a stop nothing is left, and it starts empty', async () => {
  const first = await startTemporaryPostgres(folder)
  await ask(first.url, 'create table gone ()')
  const [{ home } = { home: '' }] = await ask(first.url, "select current_setting('data_directory') as home")
  await expect(startTemporaryPostgres(folder)).rejects.toThrow(InUse)

  await first.stop()

  expect(existsSync(String(home))).toBe(false)
  const second = await startTemporaryPostgres(folder)
  expect(await ask(second.url, "select tablename from pg_tables where tablename = 'gone'")).toEqual([])
  await second.stop()
})

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}
