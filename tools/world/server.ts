import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { CrashPoint, CrashSignal } from './crash-points.ts'
import { childEnvironment } from './node-program.ts'

export interface ServerProcess {
  address: string
  pid: number
  log(): string
  ended: Promise<unknown>
  goOn(): void
  kill(signal: NodeJS.Signals): Promise<void>
}

const program = fileURLToPath(new URL('crashing-server.ts', import.meta.url))

/** Starts a server that dies or stands still at the given point; without a point it simply runs. */
export async function startServer(
  settings: Record<string, string>,
  crashAt: CrashPoint | null,
  crashWith: CrashSignal = 'SIGKILL',
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    env: childEnvironment({
      ...settings,
      PORT: '0',
      CRASH_WITH: crashWith,
      ...(crashAt && { CRASH_AT: crashAt }),
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk) => (log += String(chunk)))
  child.stdout.on('data', (chunk) => (log += String(chunk)))
  const ended = once(child, 'exit')
  const address = await Promise.race([
    listeningAddress(child),
    ended.then(() => Promise.reject(new Error(`The server did not start:\n${log}`))),
  ])
  return {
    address,
    pid: child.pid ?? 0,
    log: () => log,
    ended,
    goOn: () => void child.kill('SIGCONT'),
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}

const Listening = z.object({ address: z.string() })

async function listeningAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('No output')
  for await (const line of createInterface(child.stdout)) {
    const said = Listening.safeParse(JSON.parse(line))
    if (said.success) return said.data.address
  }
  throw new Error('The server said nothing')
}

/** The settings of a server process under test: short gateway timeouts, quick look-ups, no rate limits. */
export const underTest: Readonly<Record<string, string>> = {
  HUMAN_CHECK_SECRET: 'only for tests, and long enough to be one',
  HUMAN_CHECK_COST: '1',
  LINK_SECRET: 'only for tests, and long enough to be one',
  SECOND_FACTOR_SECRET: 'only for tests, and long enough to be one',
  RATE_LIMIT_FACTOR: '1000',
  DATABASE_CONNECTIONS: '12',
  CARD_GATEWAY_TIMEOUT_SECONDS: '2',
  PAYMENT_PACE: '0.005',
  WEB_FOLDER: '/nowhere',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'error',
}
