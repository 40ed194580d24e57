import { z } from 'zod'
import type { CrashPoint, CrashSignal } from './crash-points.ts'
import { startProgram } from './node-program.ts'

export interface ServerProcess {
  address: string
  pid: number
  log(): string
  ended: Promise<unknown>
  goOn(): void
  kill(signal: NodeJS.Signals): Promise<void>
}

const Listening = z.object({ address: z.string() })

/** Starts a server that dies or stands still at the given point; without a point it simply runs. */
export async function startServer(
  settings: Record<string, string>,
  crashAt: CrashPoint | null,
  crashWith: CrashSignal = 'SIGKILL',
): Promise<ServerProcess> {
  let log = ''
  const listening = Promise.withResolvers<string>()
  const own = { ...settings, PORT: '0', CRASH_WITH: crashWith, ...(crashAt && { CRASH_AT: crashAt }) }
  const program = startProgram('tools/world/crashing-server.ts', own, (line) => {
    log += `${line}\n`
    const said = line.startsWith('{') ? Listening.safeParse(JSON.parse(line)).data : undefined
    if (said) listening.resolve(said.address)
  })
  const { ended } = program
  const address = await Promise.race([
    listening.promise,
    ended.then(() => Promise.reject(new Error(`The server did not start:\n${log}`))),
  ])
  return {
    address,
    pid: program.process.pid ?? 0,
    log: () => log,
    ended,
    goOn: () => program.kill('SIGCONT'),
    async kill(signal) {
      program.kill(signal)
      await ended
    },
  }
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
