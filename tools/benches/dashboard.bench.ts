import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@portal/server/clock.ts'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { settingsFor, startServer } from '../world/server.ts'
import { settingsUnderLoad } from './checkout/load.ts'
import { millisecondsOfPages, pagesPerSecond, summaryClient } from './dashboard/load.ts'
import { type Statement, summaryStatements } from './dashboard/statements.ts'
import { type Visitor, fillUtility, signInVisitors } from './dashboard/utility.ts'
import { quantile, type BenchRow } from './table.ts'

export const name = "Pages of the dashboard's account summary"

const smallUtility = 1_000
const largeUtility = Number(env['BENCH_DASHBOARD_ACCOUNTS'] ?? 1_000_000)
const visitors = 200
const load = { clients: 16, pages: 800 }
/** Runs before the measurement, until Node has compiled the busiest code. */
const warmUp = { clients: 16, pages: 4_000 }
const rounds = 3
const lowestRatio = 0.6
const highestRatio = 1.3

/**
 * Pages of twenty accounts per second through the whole product, compared in turns with a bare node:http and pg that
 * send the same statements and answer with the raw rows. Also how long one page takes in a utility of a million
 * accounts, compared with one of a thousand. BENCH_DASHBOARD_ACCOUNTS makes the large one smaller.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-dashboard-'))
  const postgres = await startPostgres({
    folder: join(folder, 'pg'),
    durable: false,
    ownMachine: true,
    onLine: () => undefined,
  })
  try {
    const small = await makeUtility(postgres.url, 'small', smallUtility)
    const large = await makeUtility(postgres.url, 'large', largeUtility)
    return [await throughputRow(small), await sizeRow(small, large)]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A utility in a database of its own, with customers who have signed in. */
interface Utility {
  url: string
  accounts: number
  statements: Statement[]
  visitors: Visitor[]
}

async function makeUtility(server: string, database: string, accounts: number): Promise<Utility> {
  const url = server.replace(/^(postgres:\/\/[^/]*\/)[^?]*/, `$1${database}`)
  await closing(connect(server), ({ pool }) => pool.query(`create database ${database}`))
  await migrate(url)
  return await closing(connect(url), async (connection) => {
    await fillUtility(connection, accounts)
    const signedIn = { accounts, visitors, clock: systemClock, now: systemClock.now() }
    const statements = await summaryStatements(connection.db)
    return { url, accounts, statements, visitors: await signInVisitors(connection, signedIn) }
  })
}

async function throughputRow(utility: Utility): Promise<BenchRow> {
  return await withPortal(utility, async (portal) =>
    withBare(utility, async (bare) => {
      for (const client of [portal, bare]) await pagesPerSecond(client, utility.visitors, warmUp)
      const [ours, yardstick] = await inTurns(
        () => pagesPerSecond(portal, utility.visitors, load),
        () => pagesPerSecond(bare, utility.visitors, load),
      )
      const ratio = ours / yardstick
      const figures = { ours: `${ours.toFixed(0)} pages/s`, yardstick: `${yardstick.toFixed(0)} pages/s bare` }
      const target = { text: `at least ${lowestRatio}`, isMet: ratio >= lowestRatio }
      return { name: 'page of 20 accounts ÷ node:http + pg', ...figures, ratio, target }
    }),
  )
}

async function sizeRow(small: Utility, large: Utility): Promise<BenchRow> {
  return await withPortal(large, async (portalOfLarge) =>
    withPortal(small, async (portalOfSmall) => {
      for (const [client, { visitors: all }] of [
        [portalOfLarge, large],
        [portalOfSmall, small],
      ] as const)
        await pagesPerSecond(client, all, warmUp)
      const [ours, yardstick] = await inTurns(
        async () => quantile(await millisecondsOfPages(portalOfLarge, large.visitors), 0.5),
        async () => quantile(await millisecondsOfPages(portalOfSmall, small.visitors), 0.5),
      )
      const ratio = ours / yardstick
      const figures = { ours: `${ours.toFixed(1)} ms median`, yardstick: `${yardstick.toFixed(1)} ms median` }
      const target = { text: `at most ${highestRatio}`, isMet: ratio <= highestRatio }
      const sizes = `${large.accounts.toLocaleString('en-US')} accounts ÷ at ${small.accounts.toLocaleString('en-US')}`
      return { name: `page of 20 at ${sizes}`, ...figures, ratio, target }
    }),
  )
}

/**
 * Measures both several times, in turns.
 * @returns the medians
 */
async function inTurns(one: () => Promise<number>, other: () => Promise<number>): Promise<[number, number]> {
  const figures: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    const [first, second] = [await one(), await other()]
    figures[0].push(first)
    figures[1].push(second)
  }
  return [quantile(figures[0], 0.5), quantile(figures[1], 0.5)]
}

type Client = ReturnType<typeof summaryClient>

async function withPortal<T>(utility: Utility, use: (client: Client) => Promise<T>): Promise<T> {
  const settings = { ...settingsFor(utility.url, 'http://127.0.0.1:9'), ...settingsUnderLoad, WORKER: 'off' }
  const server = await startServer(settings, null)
  return await closing({ ...summaryClient(server.address), server }, use, async () => server.kill('SIGTERM'))
}

async function withBare<T>(utility: Utility, use: (client: Client) => Promise<T>): Promise<T> {
  const program = fileURLToPath(new URL('dashboard/bare-summary.ts', import.meta.url))
  const child = spawn(process.execPath, [program, JSON.stringify(utility.statements)], {
    env: { ...env, DATABASE_URL: utility.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { value: port } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  return await closing(summaryClient(`http://127.0.0.1:${String(port)}`), use, async () => {
    child.kill()
    await once(child, 'exit')
  })
}

/** Closes what was opened, however its use ended. */
async function closing<Opened extends { close(): unknown }, T>(
  opened: Opened,
  use: (opened: Opened) => Promise<T>,
  after: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  try {
    return await use(opened)
  } finally {
    await opened.close()
    await after()
  }
}
