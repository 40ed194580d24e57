import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTestAccount } from '@portal/server/adapters/billing-system/ledger/testing/ledger.ts'
import { type Db, connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import type pg from 'pg'
import { z } from 'zod'
import { type RunningSimulator, startGatewaySimulator } from '../gateway-simulator/start.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { type MailCatcher, startMailCatcher } from '../mail-catcher/catcher.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import type { CrashPoint, CrashSignal } from './crash-points.ts'
import { LastingServer } from './lasting-server.ts'
import { freePorts } from './ports.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { type ServerProcess, settingsFor, startServer } from './server.ts'

export interface WorldDatabase {
  url: string
  db: Db
  pool: pg.Pool
  drop(): Promise<void>
}

export interface WorldOptions {
  /** A database of the tests, dropped with the world; without one, the world gets a durable PostgreSQL of its own. */
  database?: WorldDatabase
  /** Whether that PostgreSQL takes the memory that docs/deployment.md gives it. */
  ownMachine?: boolean
  /** Keeps databases, books and mails after the end; by default all are in a temporary folder. */
  folder?: string
  accounts: readonly Parameters<typeof addTestAccount>[1][]
  /** Fills the database further before the servers start. */
  fill?(database: WorldDatabase): Promise<unknown>
  /** Whether nginx stands before the servers, with TLS, as deploy/nginx.conf says. */
  hasProxy?: boolean
  /** How many servers run from the beginning and are started again whenever they end. */
  servers?: number
  settings?: Record<string, string>
  timeZone?: string
}

export interface World {
  folder: string
  database: WorldDatabase
  gateway: RunningSimulator
  mail: MailCatcher
  servers: LastingServer[]
  proxy: Proxy | null
  /** Warnings, errors and alarms of these servers, and how often each came. */
  complaints: Map<string, number>
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

export async function startWorld(options: WorldOptions): Promise<World> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'portal-world-')))
  // When this runs as root, PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  const closers: (() => Promise<unknown>)[] = []
  if (!options.folder) closers.push(() => rm(folder, { recursive: true, force: true }))
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    // The same object, because its gateway is another one after its books were changed.
    return Object.assign(await start(options, folder, closers), { close })
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
  const database = options.database ?? (await durableDatabase(folder, options.ownMachine))
  closers.push(() => database.drop())
  for (const account of accounts) await addTestAccount(database.db, account)
  await options.fill?.(database)

  const { hasProxy = false } = options
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
    proxy: null,
    complaints: new Map(),
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
  // The second port is the proxy's, too, for plain HTTP.
  const [proxyPort = 0, , ...ports] = await freePorts(2 + many)
  const ofProxy = { TRUSTED_PROXIES: '1', PUBLIC_URL: `https://localhost:${proxyPort}` }
  // Each server keeps its port when it is restarted.
  for (const port of ports) {
    const own = { DATABASE_CONNECTIONS: '12', ...settings, ...(hasProxy && ofProxy) }
    const server = new LastingServer(port, own, (line) => countComplaint(world.complaints, line))
    world.servers.push(server)
    closers.push(() => server.stop())
    // Started one after another: on two processors, three at once would take longer than we wait for one.
    await server.untilServing()
  }
  if (hasProxy) {
    const proxy = await startProxy(
      folder,
      proxyPort,
      world.servers.map(({ address }) => address),
    )
    world.proxy = proxy
    closers.push(() => proxy.close())
  }
  return world
}

const LogLine = z.object({ level: z.string(), msg: z.string(), alarm: z.boolean().default(false) })

function countComplaint(complaints: Map<string, number>, line: string): void {
  const said = line.startsWith('{') ? LogLine.safeParse(JSON.parse(line)).data : undefined
  if (said?.level === 'info') return
  const complaint = said ? `${said.alarm ? 'alarm' : said.level}: ${said.msg}` : line
  complaints.set(complaint, (complaints.get(complaint) ?? 0) + 1)
}

async function durableDatabase(folder: string, ownMachine = false): Promise<WorldDatabase> {
  const data = join(folder, 'pg')
  const postgres = await startPostgres({ folder: data, durable: true, ownMachine, onLine: () => undefined })
  await migrate(postgres.url)
  const { db, pool, close } = connect(postgres.url)
  const drop = async (): Promise<void> => {
    await close()
    await postgres.stop()
  }
  return { url: postgres.url, db, pool, drop }
}
