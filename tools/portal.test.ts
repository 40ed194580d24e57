import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../server/src/database/testing/database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portal-command-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

function portal(words: string[], settings: Record<string, string> = {}) {
  const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings }
  const script = fileURLToPath(new URL('portal.ts', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [script, ...words], { env, encoding: 'utf8' })
  return { status, stdout }
}

test('given the address of a database in a file, then a command works on that one', async () => {
  const file = join(folder, 'database-url')
  await writeFile(file, database.url)
  expect(portal(['migrate'], { DATABASE_URL_FILE: file })).toEqual({
    status: 0,
    stdout: 'The database schema is up to date.\n',
  })
})

test('asked for help, then the commands are listed, the demo among them', () => {
  const { status, stdout } = portal(['--help'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^portal COMMAND\n {2}start [^]*\n {2}demo /)
})

test('asked for help, then a command opens no database', () => {
  const nowhere = { DATABASE_URL_FILE: join(folder, 'nothing') }
  expect(portal(['import', '--help'], nowhere)).toEqual({ status: 0, stdout: expect.stringMatching(/^portal import /) })
})

test('asked for help, then the demo says how to use it, like every other command', () => {
  expect(portal(['demo', '--help'])).toEqual({ status: 0, stdout: expect.stringMatching(/^portal demo --out FILE /) })
})
