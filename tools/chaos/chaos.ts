import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../simulate/random.ts'
import { readUnderWay } from './books.ts'
import { type ChaosWorld, startChaosWorld } from './chaos-world.ts'
import { gatewayWeather } from './gateway-weather.ts'
import { type Judged, judge } from './judge.ts'
import { type Seen, payUntil, seenNothing } from './payers.ts'
import { type PostgresEnd, endPostgres, killServers } from './storm.ts'

interface ChaosOptions {
  seconds: number
  payers: number
  /** The same seed makes the same choices, but the processes interleave differently in each run. */
  seed: number
  say: (line: string) => void
}

export interface ChaosResult extends Judged {
  seed: number
  /** Everything that happened, counted by name. */
  counts: Map<string, number>
  alarms: Map<string, number>
  secondsToRest: number
}

const servers = 3
/** The longest pause between look-ups at the pace of the storm, plus a lease. */
const restPatience = 10 * 60_000

/**
 * Runs payers against three server processes, while one of them is killed every second, PostgreSQL is restarted twice
 * and the gateway misbehaves. Then it calms everything, waits until nothing is under way, and compares all books.
 */
export async function liveThroughChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { say } = options
  say('Starting PostgreSQL, gateway, mail catcher and three servers …')
  const settings = { PAYMENT_PACE: '0.02', CARD_GATEWAY_TIMEOUT_SECONDS: '1.5' }
  const world = await startChaosWorld({ servers, accounts: options.payers * 2, settings })
  try {
    const seen = seenNothing()
    const counts = await storm(world, options, seen)
    say('Calm. Waiting until nothing is under way …')
    const began = performance.now()
    await untilAtRest(world)
    const secondsToRest = (performance.now() - began) / 1000
    return { ...(await judge(world, seen)), seed: options.seed, counts, alarms: world.alarms, secondsToRest }
  } finally {
    await world.close()
  }
}

async function storm(world: ChaosWorld, options: ChaosOptions, seen: Seen): Promise<Map<string, number>> {
  const { seconds, payers, seed, say } = options
  const counts = new Map<string, number>()
  const count = (name: string, times = 1): unknown => counts.set(name, (counts.get(name) ?? 0) + times)
  const until = AbortSignal.timeout(seconds * 1000)
  say(`Storm for ${seconds} seconds, ${payers} payers, seed ${seed} …`)
  const people = Array.from({ length: payers }, (_, index) =>
    payUntil(
      { ...world, servers: world.servers.map(({ address }) => address), seen },
      seededRandom(seed + index),
      until,
    ),
  )
  await Promise.all([
    ...people,
    killServers(world.servers, seededRandom(seed - 1), () => count('servers killed with SIGKILL'), until),
    gatewayWeather(world.gateway, seededRandom(seed - 2), (fault) => count(`gateway, ${fault}`), until),
    restartPostgres(world, seconds, (end) => count(`PostgreSQL restarted after ${end}`)),
  ])
  await Promise.all(world.servers.map((server) => server.untilServing()))
  count('calls turned away and made again', seen.callsTurnedAway)
  count('calls broken off and made again', seen.callsBroken)
  count('double clicks', seen.doubleClicks)
  return counts
}

async function restartPostgres(world: ChaosWorld, seconds: number, count: (end: PostgresEnd) => void): Promise<void> {
  for (const end of ['kill -9', 'clean shutdown'] as const) {
    await wait((seconds * 1000) / 3)
    await endPostgres(world.dataFolder, end)
    count(end)
  }
}

/** @throws Error saying what is still under way. */
async function untilAtRest({ pool }: ChaosWorld): Promise<void> {
  const deadline = performance.now() + restPatience
  for (;;) {
    const underWay = await readUnderWay(pool)
    if (Object.keys(underWay).length === 0) return
    if (performance.now() > deadline) throw new Error(`Still under way: ${JSON.stringify(underWay)}`)
    await wait(250)
  }
}
