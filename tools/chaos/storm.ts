import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../simulate/random.ts'
import type { FleetServer } from './server-fleet.ts'

/**
 * Kills a random serving server with SIGKILL every second until the signal. The last one that serves is usually spared;
 * otherwise a slow machine would test only starting.
 */
export async function killServers(
  servers: readonly FleetServer[],
  random: Random,
  count: () => void,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    await wait(1_000)
    const serving: FleetServer[] = []
    for (const server of servers) if (await server.isServing()) serving.push(server)
    const victim = serving[random.between(0, Math.max(0, serving.length - 1))]
    if (!victim || until.aborted || (serving.length === 1 && random.chance(0.8))) continue
    victim.kill()
    count()
  }
}

/** The ways to end PostgreSQL. Its owner starts it again at once. */
const postgresEnds = { 'kill -9': 'SIGKILL', 'clean shutdown': 'SIGINT' } as const
export type PostgresEnd = keyof typeof postgresEnds

/** Ends the PostgreSQL that runs on this data folder. */
export async function endPostgres(dataFolder: string, end: PostgresEnd): Promise<void> {
  const lock = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(lock, 10), postgresEnds[end])
}
