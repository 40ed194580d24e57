import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { choosePort } from '../world/ports.ts'
import { Supervised } from './supervise.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
let folder: string
let logFile: string
let healthUrl: string
let supervised: Supervised | undefined
let said: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-supervise-'))
  logFile = join(folder, 'program.log')
  said = []
})

afterEach(async () => {
  await supervised?.stop()
  supervised = undefined
  await rm(folder, { recursive: true, force: true })
})

test('given a program that is killed, then it is started again, with a message', async () => {
  await start()
  const first = await answer()

  process.kill(Number(first), 'SIGKILL')

  await expect.poll(async () => await answer()).not.toBe(first)
  expect(said).toEqual(['The program stopped unexpectedly (SIGKILL). Restarting it.'])
})

test('given a program asked to stop, then it ends and is not started again', async () => {
  await start()

  await supervised?.stop()

  await expect(answer()).rejects.toThrow('fetch failed')
  expect(said).toEqual([])
})

test('given a program that ends before it answers, then the start fails and names the log', async () => {
  await expect(start({ FAIL: '1' })).rejects.toThrow(`The program did not start. See ${logFile}`)
})

test.for([
  { level: 'info', shown: [] },
  { level: 'warn', shown: ['program: Mail waits (connection refused)'] },
])(
  'given a line of level $level in the log, then it is kept, and shown from a warning on',
  async ({ level, shown }) => {
    const line = JSON.stringify({ level, msg: 'Mail waits', err: { message: 'connection refused' } })

    await start({ LINE: line })
    await supervised?.stop()

    await expect.poll(async () => await readFile(logFile, 'utf8')).toBe(`${line}\n`)
    expect(said).toEqual(shown)
  },
)

async function start(settings: Record<string, string> = {}): Promise<void> {
  const port = await choosePort({ purpose: '', setting: '', port: 21_000, maybeStillEnding: false }, () => undefined)
  healthUrl = `http://127.0.0.1:${port}/`
  const program = { name: 'program', script: 'testing/program.ts', settings: { ...settings, PORT: String(port) } }
  supervised = new Supervised({ ...program, logFile, healthUrl }, root, (line) => said.push(line))
  await supervised.start()
}

async function answer(): Promise<string> {
  return await (await fetch(healthUrl)).text()
}
