import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

/** A made-up checkout with one package, and an npm that installs it. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-bootstrap-'))
  await mkdir(join(folder, 'tools', 'run'), { recursive: true })
  await cp(fileURLToPath(new URL('bootstrap.mjs', import.meta.url)), join(folder, 'tools', 'bootstrap.mjs'))
  await write('package.json', JSON.stringify({ type: 'module' }))
  await write('package-lock.json', lockWith('1.0.0'))
  await write('tools/run/start.ts', `import { word } from 'well'\nconsole.log(word)\n`)
  await write('registry/well/package.json', JSON.stringify({ version: '1.0.0', type: 'module', exports: './index.js' }))
  await write('registry/well/index.js', `export { word } from './lib/word.js'\n`)
  await write('registry/well/lib/word.js', `export const word = 'Started.'\n`)
  await write('registry/.bin/well', '')
  await write('registry/.package-lock.json', lockWith('1.0.0'))
  await write(
    'npm.mjs',
    `import { cpSync, rmSync } from 'node:fs'
     if (process.env.OFFLINE) process.exit(1)
     rmSync('node_modules', { recursive: true, force: true })
     cpSync('registry', 'node_modules', { recursive: true })\n`,
  )
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => rm(join(folder, 'node_modules'), { recursive: true, force: true }))

const lockWith = (version: string): string => JSON.stringify({ packages: { '': {}, 'node_modules/well': { version } } })

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

function start(settings: Record<string, string> = {}): string[] {
  const { stdout } = spawnSync(process.execPath, ['tools/bootstrap.mjs', 'start'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], npm_execpath: join(folder, 'npm.mjs'), ...settings },
  })
  return stdout.trim().split('\n')
}

async function installByHand(): Promise<void> {
  await cp(join(folder, 'registry'), join(folder, 'node_modules'), { recursive: true })
}

const [installing, started] = ['Installing packages (about 30 seconds) …', 'Started.']

test('given no packages, then the first start installs them, and later ones need no network', async () => {
  expect(start()).toEqual([installing, started])
  expect(start({ OFFLINE: '1' })).toEqual([started])
  await cp(join(folder, 'node_modules'), join(folder, 'installed'), { recursive: true })
})

test('given packages installed by hand, then no start needs the network', async () => {
  await installByHand()
  expect(start({ OFFLINE: '1' })).toEqual([started])
  expect(start({ OFFLINE: '1' })).toEqual([started])
})

test.each([
  ['with a record that was cut short', () => truncate(join(folder, 'node_modules', '.package-lock.json'), 20)],
  ['with a record of another version', () => write('node_modules/.package-lock.json', lockWith('0.9.0'))],
  ['without the package', () => remove('well')],
  ['without one of its files', () => remove('well/lib/word.js')],
  ['with a file that was cut short', () => truncate(join(folder, 'node_modules', 'well', 'lib', 'word.js'))],
])('given an installation %s, then a start installs again', async (_case, breakOff) => {
  await cp(join(folder, 'installed'), join(folder, 'node_modules'), { recursive: true })
  await breakOff()
  expect(start()).toEqual([installing, started])
})

test('given packages installed by hand, when a file goes missing after a start, then the next one installs again', async () => {
  await installByHand()
  expect(start({ OFFLINE: '1' })).toEqual([started])
  await remove('well/lib/word.js')
  expect(start()).toEqual([installing, started])
})

async function remove(path: string): Promise<void> {
  await rm(join(folder, 'node_modules', path), { recursive: true })
}
