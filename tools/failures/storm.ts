import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cents, formatCents } from '@portal/contract/money'
import { stripeKeys } from '../gateway-simulator/credentials.ts'
import { seededRandom, type Random } from '../simulate/random.ts'
import type { LastingServer } from '../world/lasting-server.ts'
import { profileWith } from '../world/open-all-night.ts'
import { bankAccountAtStripe } from '../world/payer.ts'
import { type World, startWorld } from '../world/start-world.ts'
import { judge, readUnderWay, type Judged } from './books.ts'
import { payUntil, seenNothing, type Seen, accountsOf, ledgerOf, zipOfAll } from './payers.ts'
import { gatewayWeather, stripeWeather } from './weather.ts'

interface ChaosOptions {
  hasStripe: boolean
  seconds: number
  payers: number
  /** The same seed makes the same choices, but the processes interleave differently in each run. */
  seed: number
  say: (line: string) => void
}

interface ChaosResult extends Judged {
  seed: number
  counts: Map<string, number>
  complaints: Map<string, number>
  secondsToRest: number
}

const serversInStorm = 3
const restPatience = 10 * 60_000

/**
 * Runs payers against three server processes, while one of them is killed every second, PostgreSQL is restarted twice
 * and the gateway misbehaves. Then it calms everything, waits until nothing is under way, and compares all books.
 */
export async function liveThroughChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { say } = options
  say('Starting PostgreSQL, gateway, mail catcher and three servers …')
  const settings = { PAYMENT_PACE: '0.02', CARD_GATEWAY_TIMEOUT_SECONDS: '1.5' }
  const { payers, hasStripe } = options
  const folder = await mkdtemp(join(tmpdir(), 'portal-storm-'))
  const credit = { credit: 'settlement', sourceCode: 'ACH' }
  const settlement = await profileWith(join(folder, 'profile'), { bankPayments: credit })
  const world = await startWorld({
    servers: serversInStorm,
    accounts: ledgerOf(payers * 2),
    settings,
    // Bank accounts are credited as the server says that took the payment, whichever one goes on with it.
    settingsOf: (_, server): Record<string, string> => (hasStripe && server === 1 ? { PROFILE_FILE: settlement } : {}),
    hasStripe,
    bankDay: 1_000,
  })
  try {
    const seen = seenNothing()
    const counts = await storm(world, options, seen)
    say('Calm. Waiting until nothing is under way …')
    const began = performance.now()
    await untilAtRest(world)
    const secondsToRest = (performance.now() - began) / 1000
    return { ...(await judge(world, seen)), seed: options.seed, counts, complaints: world.complaints, secondsToRest }
  } finally {
    await world.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function storm(world: World, options: ChaosOptions, seen: Seen): Promise<Map<string, number>> {
  const { seconds, payers, seed, say } = options
  const counts = new Map<string, number>()
  const count = (name: string, times = 1): unknown => counts.set(name, (counts.get(name) ?? 0) + times)
  const until = AbortSignal.timeout(seconds * 1000)
  say(`Storm for ${seconds} seconds, ${payers} payers, seed ${seed} …`)
  const people = Array.from({ length: payers }, (_, index) =>
    payUntil(
      {
        servers: world.servers.map(({ address }) => address),
        accounts: accountsOf(payers * 2),
        zip: zipOfAll,
        typed: async (card) => await world.typed(card),
        typedBank: world.stripe && (async (number) => await typedAt(world, number)),
        answerBank: world.stripe && (async (secret, result) => await world.answerBank(secret, result)),
        seen,
      },
      seededRandom(seed + index),
      until,
    ),
  )
  await Promise.all([
    ...people,
    killServers(world.servers, seededRandom(seed - 1), () => count('servers killed with SIGKILL'), until),
    world.stripe
      ? stripeWeather(world.stripe, seededRandom(seed - 2), (fault) => count(`Stripe, ${fault}`), until)
      : gatewayWeather(world.gateway, seededRandom(seed - 2), (fault) => count(`gateway, ${fault}`), until),
    restartPostgres(world, seconds, (end) => count(`PostgreSQL restarted after ${end}`)),
  ])
  await Promise.all(world.servers.map((server) => server.untilServing()))
  count('calls turned away and made again', seen.callsTurnedAway)
  count('calls broken off and made again', seen.callsBroken)
  count('double clicks', seen.doubleClicks)
  for (const [result, times] of Object.entries(seen.asked)) count(`asked by the bank: ${result}`, times)
  return counts
}

async function typedAt({ stripe }: World, number: string): Promise<{ bankToken: string }> {
  const account = { number, holder: 'Maria Cruz', isLoggedIn: true }
  return await bankAccountAtStripe(stripe?.url ?? '', stripeKeys.publishableKey, account)
}

async function restartPostgres(world: World, seconds: number, count: (end: PostgresEnd) => void): Promise<void> {
  const { rows } = await world.database.pool.query<{ data_directory: string }>('show data_directory')
  for (const end of ['kill -9', 'clean shutdown'] as const) {
    await wait((seconds * 1000) / 3)
    await endPostgres(rows[0]?.data_directory ?? '', end)
    count(end)
  }
}

/** @throws Error saying what is still under way. */
async function untilAtRest(world: World): Promise<void> {
  const { pool } = world.database
  const deadline = performance.now() + restPatience
  for (;;) {
    await stopWaiting(world)
    // No pace shortens the days after which the portal asks about a debit whose event was lost.
    await pool.query(
      `update charge_attempt set next_look_at = now() where state = 'PROCESSING' and lease_until is null`,
    )
    const underWay = await readUnderWay(pool)
    if (Object.keys(underWay).length === 0) return
    if (performance.now() > deadline) throw new Error(`Still under way: ${JSON.stringify(underWay)}`)
    await wait(250)
  }
}

/**
 * Banks stop waiting sooner than the portal does, whose twenty minutes no pace shortens: also for payers who never saw
 * that they were asked.
 */
async function stopWaiting({ stripe, answerBank }: World): Promise<void> {
  for (const { status, client_secret: secret } of stripe?.books.intents.values() ?? [])
    if (status === 'requires_action') await answerBank(secret ?? '', 'failed')
}

/** The last one that serves is usually spared; otherwise a slow machine would test only starting. */
async function killServers(
  servers: readonly LastingServer[],
  random: Random,
  count: () => void,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    await wait(1_000)
    const serving: LastingServer[] = []
    for (const server of servers) if (await server.isServing()) serving.push(server)
    const victim = serving[random.between(0, Math.max(0, serving.length - 1))]
    if (!victim || until.aborted || (serving.length === 1 && random.chance(0.8))) continue
    victim.kill()
    count()
  }
}

/** The ways to end PostgreSQL. Its owner starts it again at once. */
const postgresEnds = { 'kill -9': 'SIGKILL', 'clean shutdown': 'SIGINT' } as const
type PostgresEnd = keyof typeof postgresEnds

export async function endPostgres(dataFolder: string, end: PostgresEnd): Promise<void> {
  const lock = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(lock, 10), postgresEnds[end])
}

const mostShown = 50

export function chaosReport(result: ChaosResult): string {
  const { sums, disagreements } = result
  return [
    `Seed ${result.seed}; at rest ${result.secondsToRest.toFixed(0)} s after the storm`,
    ...section('What happened', result.counts),
    ...section('Payments by where they stand', result.checkouts),
    ...section('What payers were told, as often as they were', result.told),
    ...section('What servers logged', result.complaints),
    '',
    `Gateway ${dollars(sums.gateway)}, our records ${dollars(sums.ours)}, billing system ${dollars(sums.billed)}`,
    ...disagreements.slice(0, mostShown).map((fact) => `DISAGREES: ${fact}`),
    disagreements.length === 0 ? 'Every cent agrees in all three books.' : `${disagreements.length} disagreements.`,
  ].join('\n')
}

function section(title: string, counts: ReadonlyMap<string, number>): string[] {
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other))
  return ['', title, ...rows.map(([name, count]) => `  ${String(count).padStart(7)}  ${name}`)]
}

function dollars(amount: number): string {
  return `$${formatCents(cents(amount))}`
}
