import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, createTestDatabase } from './database/testing/database.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** A server process, started as an operator starts it. */
function startProcess(settings: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [main], { env: environmentOf(settings) })
}

function environmentOf(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], NODE_NO_WARNINGS: '1', ...settings }
}

function settingsFor(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    DRAIN_SECONDS: '0',
    HUMAN_CHECK_SECRET: 's'.repeat(32),
    LINK_SECRET: 'l'.repeat(32),
    SECOND_FACTOR_SECRET: 's'.repeat(32),
    CARD_GATEWAY_URL: 'http://127.0.0.1:9',
    CARD_GATEWAY_ID: 'A00000-01',
    CARD_GATEWAY_PASSWORD: 'password',
    CARD_GATEWAY_KEY_ID: '1',
    CARD_GATEWAY_HMAC_KEY: 'key',
    CARD_GATEWAY_SEARCH_USER: 'user',
    CARD_GATEWAY_SEARCH_PASSWORD: 'password',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
}

async function outputOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

describe('a process with wrong settings', () => {
  test.each([
    ['a wrong one', { PORT: 'http' }, /^Settings: PORT is wrong \(.*\)\. See docs\/operations\.md\.\n$/],
    ['a missing one', { SMTP_URL: '' }, /^Settings: SMTP_URL is missing\. See docs\/operations\.md\.\n$/],
    ['a profile that is not there', { PROFILE_FILE: '/nowhere.json' }, /^PROFILE_FILE: .*\n$/],
  ])('ends with one clear line: %s', async (_, wrong, line) => {
    const child = startProcess({ ...settingsFor('postgres://nobody@127.0.0.1:9/nothing'), ...wrong })
    const [errors, [code]] = await Promise.all([outputOf(child.stderr), once(child, 'exit')])
    expect(errors).toMatch(line)
    expect(code).toBe(1)
  })
})

/** The address on which a process that starts will listen. */
function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      const listening = /http:\/\/127\.0\.0\.1:\d+/.exec(text)
      if (listening) resolve(listening[0])
    })
    child.once('exit', () => reject(new Error(text)))
  })
}

describe('a running process', () => {
  let database: TestDatabase
  let child: ChildProcessWithoutNullStreams
  let address: string
  let output = ''
  beforeAll(async () => {
    database = await createTestDatabase()
    child = startProcess(settingsFor(database.url))
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    address = await addressOf(child)
  })
  afterAll(async () => {
    child.kill('SIGKILL')
    await database.drop()
  })

  test('tells another process that wants its port, in one clear line', async () => {
    const { port } = new URL(address)
    const other = startProcess({ ...settingsFor(database.url), PORT: port })
    const [errors, [code]] = await Promise.all([outputOf(other.stderr), once(other, 'exit')])
    expect(errors).toBe(`PORT: ${port} on 127.0.0.1 is already in use\n`)
    expect(code).toBe(1)
  })

  test('that cannot listen on an address that the machine does not have says so in one clear line', async () => {
    const elsewhere = startProcess({ ...settingsFor(database.url), HOST: '192.0.2.1' })
    const [errors, [code]] = await Promise.all([outputOf(elsewhere.stderr), once(elsewhere, 'exit')])
    expect(errors).toMatch(/^HOST, PORT: this machine cannot listen on 0 of 192\.0\.2\.1 \(.*\)\n$/)
    expect(code).toBe(1)
  })

  test('finishes the call under way before it ends, and accepts no other', async () => {
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const blocker = new pg.Client({ connectionString: database.url })
    await blocker.connect()
    await blocker.query('begin; lock table maintenance_switch in access exclusive mode')
    const underWay = fetch(`${address}/api/v1/system-maintenance`)
    await blockedQuery()
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await expect.poll(() => output).toContain('"msg":"Stopping')
    await expect
      .poll(() =>
        fetch(`${address}/healthz`).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused')
    await blocker.query('commit')
    await blocker.end()
    expect((await underWay).status).toBe(200)
    expect(await ended).toEqual([0, null])
    expect(output).toContain('"msg":"Stopped"')
  })

  test('reports that it is stopping for a while before it accepts no more calls, so that load balancers notice', async () => {
    const draining = startProcess({ ...settingsFor(database.url), DRAIN_SECONDS: '60' })
    const there = await addressOf(draining)
    // It is not ready at first, because its clock must be compared with that of the database before.
    await expect.poll(async () => (await fetch(`${there}/readyz`)).status).toBe(200)
    draining.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${there}/readyz`)).status).toBe(503)
    const reply = await fetch(`${there}/api/v1/system-maintenance`)
    // So a proxy has no connection left on which it could send a payment at the moment when the port closes.
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
    // A second signal of whichever kind ends it at once.
    draining.kill('SIGINT')
    expect(await once(draining, 'exit')).toEqual([null, 'SIGINT'])
  })

  /** It is read outside the blocking transaction, which would see the same list of sessions until its end. */
  async function blockedQuery(): Promise<void> {
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
  }
})

test.skipIf(!existsSync('/dev/full'))(
  'a process whose log cannot be written, because its disk is full, answers and stops all the same',
  async () => {
    const database = await createTestDatabase()
    const full = await open('/dev/full', 'w')
    const port = 20_000 + (process.pid % 10_000)
    const settings = { ...settingsFor(database.url), PORT: String(port) }
    const child = spawn(process.execPath, [main], {
      env: environmentOf(settings),
      stdio: ['ignore', full.fd, 'ignore'],
    })
    await expect.poll(() => statusOf(`http://127.0.0.1:${port}/readyz`), { timeout: 20_000 }).toBe(200)
    for (let call = 0; call < 3; call++)
      expect(await statusOf(`http://127.0.0.1:${port}/api/v1/system-maintenance`)).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await full.close()
    await database.drop()
  },
)

/** The status of the reply; null when nobody answers. */
async function statusOf(address: string): Promise<number | null> {
  return await fetch(address).then(
    ({ status }) => status,
    () => null,
  )
}

test.each([
  [
    'no text of the terms that it names',
    { pageTexts: { termsAndConditions: 'none.md' } },
    /^PROFILE_FILE: none\.md: .*\n$/,
  ],
  [
    'a brand that its gateway’s form does not take',
    { cardBrands: ['Visa', 'American Express'] },
    /^PROFILE_FILE: cardBrands: CARD_GATEWAY=payeezy takes no American Express\n$/,
  ],
])('a process that has its database but %s ends with one clear line', async (_, differences, line) => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'portal-profile-'))
  const profile = join(folder, 'profile.json')
  const shipped = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile(new URL('../profile/default.json', import.meta.url), 'utf8')))
  await writeFile(profile, JSON.stringify({ ...shipped, ...differences }))
  const child = startProcess({ ...settingsFor(database.url), PROFILE_FILE: profile })
  const [errors, [code]] = await Promise.all([outputOf(child.stderr), once(child, 'exit')])
  expect(errors).toMatch(line)
  expect(code).toBe(1)
  await rm(folder, { recursive: true })
  await database.drop()
})
