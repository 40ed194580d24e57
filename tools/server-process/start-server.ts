import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { childEnvironment } from '../run/child-environment.ts'
import type { CrashPoint, CrashSignal } from './crash-points.ts'

/** A server process of its own, started and killed by a test. */
export interface ServerProcess {
  address: string
  /** What it has logged so far. */
  log(): string
  ended: Promise<unknown>
  /** Continues a process that stands still. */
  goOn(): void
  /** Ends it. */
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
