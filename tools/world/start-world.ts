import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTestAccount } from '@portal/server/adapters/billing-system/testing/ledger.ts'
import { type Db, connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import type pg from 'pg'
import { type RunningSimulator, startGatewaySimulator } from '../gateway-simulator/start.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { type MailCatcher, startMailCatcher } from '../mail-catcher/catcher.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import type { CrashPoint, CrashSignal } from './crash-points.ts'
import { LastingServer } from './lasting-server.ts'
import { freePorts } from './ports.ts'
import { type ServerProcess, settingsFor, startServer } from './server.ts'

/** A migrated database. */
interface WorldDatabase {
  url: string
  db: Db
  pool: pg.Pool
  drop(): Promise<void>
}

export interface WorldOptions {
  /** A database of the tests, dropped with the world; without one, the world gets a durable PostgreSQL of its own. */
  database?: WorldDatabase
  /** Put into the billing ledger. */
  accounts: readonly Parameters<typeof addTestAccount>[1][]
  /** How many servers run from the beginning and are started again whenever they end. */
  servers?: number
  /** Server settings that differ from those of all tests. */
  settings?: Record<string, string>
  /** Of the gateway's account. */
  timeZone?: string
}

/** A running portal in a temporary folder, with its partners. */
export interface World {
  folder: string
  database: WorldDatabase
  gateway: RunningSimulator
  mail: MailCatcher
  servers: LastingServer[]
  /** Alarms that these servers raised, and how often. */
  alarms: Map<string, number>
  /** What a server process or a command of the portal has to know. */
  settings: Record<string, string>
  /** Starts one more server, which dies or stands still at a point of a payment. */
  start(options?: {
    settings?: Record<string, string>
    crashAt?: CrashPoint
    crashWith?: CrashSignal
  }): Promise<ServerProcess>
  /** Changes the gateway's books in this folder while it is down. */
  changeGatewayBooks(change: (books: string) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Resolves when every server is ready. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-world-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    return { ...(await start(options, folder, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(
  { accounts, timeZone, servers: many = 0, ...options }: WorldOptions,
  folder: string,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<World, 'close'>> {
  const database = options.database ?? (await durableDatabase(folder))
  closers.push(() => database.drop())
  for (const account of accounts) await addTestAccount(database.db, account)

  const books = join(folder, 'books')
  const openGateway = (port = 0) => startGatewaySimulator({ credentials: testCredentials, books, timeZone, port })
  const gateway = await openGateway()
  closers.push(() => world.gateway.close())
  const mail = await startMailCatcher({ folder: join(folder, 'mails') })
  closers.push(() => mail.close())

  const smtp = `smtp://127.0.0.1:${mail.smtpPort}`
  const settings = { ...settingsFor(database.url, gateway.url), SMTP_URL: smtp, ...options.settings }
  const world: Omit<World, 'close'> = {
    folder,
    database,
    gateway,
    mail,
    servers: [],
    alarms: new Map(),
    settings,
    async start({ settings: more, crashAt, crashWith } = {}) {
      const server = await startServer({ ...settings, ...more }, crashAt ?? null, crashWith)
      closers.push(() => server.kill('SIGKILL'))
      return server
    },
    async changeGatewayBooks(change) {
      await world.gateway.close()
      await change(books)
      world.gateway = await openGateway(gateway.port)
    },
  }
  // Each server keeps its port when it is restarted.
  for (const port of await freePorts(many)) {
    const server = new LastingServer(port, { DATABASE_CONNECTIONS: '12', ...settings }, (alarm) =>
      world.alarms.set(alarm, (world.alarms.get(alarm) ?? 0) + 1),
    )
    world.servers.push(server)
    closers.push(() => server.stop())
    // Started one after another: on two processors, three at once would take longer than we wait for one.
    await server.untilServing()
  }
  return world
}

async function durableDatabase(folder: string): Promise<WorldDatabase> {
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true, onLine: () => undefined })
  await migrate(postgres.url)
  const { db, pool, close } = connect(postgres.url)
  const drop = async (): Promise<void> => {
    await close()
    await postgres.stop()
  }
  return { url: postgres.url, db, pool, drop }
}
