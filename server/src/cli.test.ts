import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foreignWordsIn, mainland } from '@portal/contract/testing/mainland'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { commands } from './commands.ts'
import { type TestDatabase, createTestDatabase } from './database/testing/database.ts'
import { neededSettings } from './settings/testing/settings.ts'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))

const mainlandFile = join(mkdtempSync(join(tmpdir(), 'mainland-')), 'profile.json')
writeFileSync(mainlandFile, JSON.stringify(mainland))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function portal(words: string[], settings: Record<string, string> = { DATABASE_URL: database.url }) {
  const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** Runs a command whose output is no longer read. */
async function portalUnread(words: string[]) {
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url }
  const child = spawn('sh', ['-c', 'read go; exec "$0" "$@"', process.execPath, cli, ...words], { env })
  child.stdout.destroy()
  await once(child.stdout, 'close')
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.end('go\n')
  await once(child, 'close')
  return { status: child.exitCode, stderr }
}

describe('the command line of the operator', () => {
  test.each([
    [[], 2],
    [['constructor'], 2],
    [['--help'], 0],
  ])('called with %j lists its commands', (words, exitCode) => {
    const { status, stdout } = portal(words)
    expect(status).toBe(exitCode)
    for (const command of ['start', 'migrate', 'import', 'export-payments', 'reconcile'])
      expect(stdout).toContain(`  ${command} `)
  })

  test('migrates, and says so when there is nothing to do', () => {
    expect(portal(['migrate'])).toEqual({ status: 0, stdout: 'The database schema is up to date.\n', stderr: '' })
  })

  test.each([
    ['migrate', 0],
    ['import', 2],
  ])('%s goes on when nobody reads what it prints anymore, and ends as it would have', async (command, status) => {
    expect(await portalUnread([command])).toEqual({ status, stderr: '' })
  })

  test('passes parameters on to a command and its exit code back', () => {
    const { status, stdout } = portal(['import'])
    expect(status).toBe(2)
    expect(stdout).toContain('portal import FILE')
  })

  test('each command with --help says how it is written, without settings, and names no utility', async () => {
    vi.stubEnv('DATABASE_URL', undefined)
    const [out, err] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true))
    expect(Object.keys(commands).length).toBeGreaterThan(10)
    for (const [name, command] of Object.entries(commands)) {
      out?.mockClear()
      const code = await command.run(['--help'])
      const said = String(out?.mock.calls.join(''))
      expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(`^portal ${name}`) })
      expect(foreignWordsIn(said)).toEqual([])
    }
    expect(err).not.toHaveBeenCalled()
  })

  test.each(['start', 'migrate'])('%s does not start with words that it does not know', (command) => {
    expect(portal([command, 'now'], {})).toEqual({ status: 2, stdout: `portal ${command}\n`, stderr: '' })
  })

  test.each(['migrate', 'audit verify', 'export-payments'])(
    '%s without its database ends with one clear line',
    (command) => {
      const { status, stderr } = portal(command.split(' '), {
        ...neededSettings,
        DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal',
      })
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'DATABASE_URL: the database rejected the login: connect ECONNREFUSED 127.0.0.1:1\n',
      })
    },
  )

  test.each([
    ['migrate', 'Settings: DATABASE_URL is missing. See docs/operations.md.\n'],
    ['start', expect.stringMatching(/^Settings: DATABASE_URL is missing; .*\n$/)],
  ])('%s without its settings ends with one clear line', (command, stderr) => {
    expect(portal([command], {})).toEqual({ status: 1, stdout: '', stderr })
  })
})
