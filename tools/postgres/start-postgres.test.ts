import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { InUse } from './claim.ts'
import { type RunningPostgres, startPostgres } from './start-postgres.ts'

const ownerScript = fileURLToPath(new URL('testing/owner.ts', import.meta.url))
/** One cluster for all tests, because creating one is most of the work. Each test has a table of its own there. */
let folder: string
const running: RunningPostgres[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal pg,test-'))
})
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('given data committed before a clean stop, when started again, then they are there', async () => {
  const first = await start()
  await query(first.url, 'create table kept_over_a_stop as select 1 as id')
  await first.stop()

  const second = await start()

  expect(await query(second.url, 'select id from kept_over_a_stop')).toEqual([{ id: 1 }])
})

test('given a folder in use, when started a second time, then it is refused', async () => {
  await start()

  await expect(start()).rejects.toThrow(InUse)
})

test('given PostgreSQL is killed while we run, then it restarts by itself with what was committed', async () => {
  const { url } = await start()
  await query(url, 'create table kept_over_a_death as select 1 as id')

  process.kill(await postmasterOf(url), 'SIGKILL')

  await expect.poll(async () => await query(url, 'select id from kept_over_a_death')).toEqual([{ id: 1 }])
})

test('given the owner killed, when started again, then what was committed is there', async () => {
  const { owner, url } = await startOwner()
  await query(url, 'create table kept_over_a_killed_owner as select 1 as id')

  await killed(owner)

  expect(await query((await start()).url, 'select id from kept_over_a_killed_owner')).toEqual([{ id: 1 }])
})

test('given owner and PostgreSQL killed, and a lock naming a living process, when started again, then it starts', async () => {
  const { owner, url } = await startOwner()
  await query(url, 'create table kept_over_a_stale_lock as select 1 as id')
  const postmaster = await postmasterOf(url)
  const lock = join(await dataFolder(url), 'postmaster.pid')
  const text = await readFile(lock, 'utf8')

  // It is halted first, so that it cannot start PostgreSQL again in between.
  owner.kill('SIGSTOP')
  process.kill(postmaster, 'SIGKILL')
  await killed(owner)
  await writeFile(lock, text.replace(/^\d+/, String(process.pid)))

  expect(await query((await start()).url, 'select id from kept_over_a_stale_lock')).toEqual([{ id: 1 }])
})

test('given a cluster with data, when started for tests, then it is empty', async () => {
  const first = await start()
  await query(first.url, 'create table gone ()')
  await first.stop()

  const second = await start({ durable: false })

  expect(await query(second.url, "select tablename from pg_tables where tablename = 'gone'")).toEqual([])
})

async function start({ durable = true } = {}): Promise<RunningPostgres> {
  const postgres = await startPostgres({ folder, durable, onLine: () => undefined })
  running.push(postgres)
  return postgres
}

async function startOwner(): Promise<{ owner: ChildProcess; url: string }> {
  const owner = spawn(process.execPath, [ownerScript, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(createInterface(owner.stdout), 'line')
  return { owner, url: String(url) }
}

async function killed(owner: ChildProcess): Promise<void> {
  const ended = once(owner, 'exit')
  owner.kill('SIGKILL')
  await ended
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(statement)
    return result.rows
  } finally {
    await client.end()
  }
}

async function dataFolder(url: string): Promise<string> {
  const [row] = await query(url, "select current_setting('data_directory') as folder")
  return String(row?.folder)
}

async function postmasterOf(url: string): Promise<number> {
  return Number.parseInt(await readFile(join(await dataFolder(url), 'postmaster.pid'), 'utf8'), 10)
}
