import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emailReportsPath } from '@portal/contract/email-reports'
import { gatewayEventsPath } from '@portal/contract/gateway-events'
import { textEventsPath } from '@portal/contract/text-messages'
import { addTestAccount } from '@portal/server/adapters/billing-system/ledger/testing/ledger.ts'
import { type Db, connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import type pg from 'pg'
import { z } from 'zod'
import {
  type GatewayCredentials,
  credentialSettings,
  stripeKeys,
  stripeSettings,
  testCredentials,
} from '../gateway-simulator/credentials.ts'
import { type RunningSimulator, startGatewaySimulator } from '../gateway-simulator/start.ts'
import { type RunningStripe, startStripeSimulator } from '../gateway-simulator/stripe/start.ts'
import { type MailCatcher, startMailCatcher } from '../mail-catcher/catcher.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { type RunningTexts, startTextSimulator } from '../text-simulator/start.ts'
import { textSettings } from '../text-simulator/twilio-api.ts'
import type { CrashPoint, CrashSignal } from './crash-points.ts'
import { LastingServer } from './lasting-server.ts'
import { answerBank, goodCard, type TypedCard, typedAtStripe } from './payer.ts'
import { type Ports, freePorts } from './ports.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { type ServerProcess, startServer, underTest } from './server.ts'

export interface WorldDatabase {
  url: string
  db: Db
  pool: pg.Pool
  drop(): Promise<void>
}

export interface WorldOptions {
  /**
   * A database of the tests, dropped with the world, or the URL of one that stays; without one, the world gets a durable
   * PostgreSQL of its own.
   */
  database?: WorldDatabase | string
  /** Whether that PostgreSQL takes the memory that docs/deployment.md gives it. */
  ownMachine?: boolean
  /** Keeps databases, books, mails and logs after the end; by default all are in a temporary folder. */
  folder?: string
  accounts?: readonly Parameters<typeof addTestAccount>[1][]
  /** Fills the database further before the servers start. */
  fill?(database: WorldDatabase): Promise<unknown>
  /** Whether nginx stands before the servers, with TLS, as deploy/nginx.conf says. */
  hasProxy?: boolean
  /** How many servers run from the beginning and are started again whenever they end. */
  servers?: number
  /** Of the partners and the only server, where others have to know them; by default any that are free. */
  ports?: Ports
  credentials?: GatewayCredentials
  /** Takes the cards by a stand-in of Stripe, at the port of the gateway. A day of its banks may be some milliseconds. */
  hasStripe?: boolean
  bankDay?: number
  /** Sends texts by a stand-in of Twilio. */
  hasTexts?: boolean
  /** Come before `settings`; by default those of a server under test. */
  base?: Readonly<Record<string, string>>
  settings?: Record<string, string>
  /** Further settings of each server, given the ports of all and its place among them. */
  settingsOf?(ports: readonly number[], server: number): Record<string, string>
  /** Takes what the servers log. */
  onLine?: (line: string) => void
  timeZone?: string
}

export interface World {
  folder: string
  database: WorldDatabase
  gateway: RunningSimulator
  /** Takes the cards in its place, where the world has one. */
  stripe: RunningStripe | null
  texts: RunningTexts | null
  /** What a page sends for a card: the card or, with Stripe, a token. Without one, a card that is approved. */
  typed(card?: typeof goodCard): Promise<TypedCard>
  /** A payer who is asked by the bank has answered it. */
  answerBank(secret: string, result: 'passed' | 'failed'): Promise<void>
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
  /** Where the gateway keeps its books. */
  books: string
  /** Nothing answers at the gateway's address until the returned function is called. Its books stay. */
  stopGateway(): Promise<() => Promise<void>>
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
    // The same object, because its gateway is another one after it was stopped.
    return Object.assign(await start(options, folder, closers), { close })
  } catch (error) {
    await close()
    throw error
  }
}

type Closers = (() => Promise<unknown>)[]

async function start(options: WorldOptions, folder: string, closers: Closers): Promise<Omit<World, 'close'>> {
  await mkdir(join(folder, 'log'), { recursive: true })
  const database = await databaseFor(options, folder, closers)
  for (const account of options.accounts ?? []) await addTestAccount(database.db, account)
  await options.fill?.(database)

  const { credentials = testCredentials, ports: fixed, timeZone } = options
  const books = join(folder, 'gateway')
  const stripe = options.hasStripe ? await startStripe(options, join(folder, 'stripe'), closers) : null
  const texts = options.hasTexts ? await startTexts(join(folder, 'texts'), fixed?.texts, closers) : null
  const openGateway = (port = 0) => startGatewaySimulator({ credentials, books, timeZone, port })
  const gateway = await openGateway(stripe ? 0 : fixed?.gateway)
  closers.push(() => world.gateway.close())
  const mails = { folder: join(folder, 'mails'), smtpPort: fixed?.smtp, httpPort: fixed?.mail }
  const mail = await startMailCatcher({ ...mails, reportSecret: options.base?.['EMAIL_REPORT_SECRET'] })
  closers.push(() => mail.close())

  const settings = {
    CARD_GATEWAY_URL: gateway.url,
    ...credentialSettings(credentials),
    SMTP_URL: `smtp://127.0.0.1:${mail.smtpPort}`,
    ...(stripe && stripeSettings(stripe.url)),
    ...(texts && textSettings(texts.url)),
    ...(options.base ?? underTest),
    ...options.settings,
    DATABASE_URL: database.url,
  }
  const world: Omit<World, 'close'> = {
    folder,
    database,
    gateway,
    stripe,
    texts,
    async typed(card) {
      if (!stripe) return { card: card ?? goodCard }
      return await typedAtStripe(stripe.url, stripeKeys.publishableKey, card ?? goodStripeCard)
    },
    async answerBank(secret, result) {
      if (stripe) await answerBank(stripe.url, stripeKeys.publishableKey, { secret, result })
    },
    books,
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
    async stopGateway() {
      await world.gateway.close()
      return async () => {
        world.gateway = await openGateway(gateway.port)
      }
    },
  }
  await startServers(options, world, closers)
  return world
}

async function startServers(options: WorldOptions, world: Omit<World, 'close'>, closers: Closers): Promise<void> {
  // The second port is the proxy's, too, for plain HTTP.
  const [proxyPort = 0, , ...free] = await freePorts(2 + (options.servers ?? 0))
  const ports = options.ports ? [options.ports.portal] : free
  const ofProxy = { TRUSTED_PROXIES: '1', PUBLIC_URL: `https://localhost:${proxyPort}` }
  // Each server keeps its port when it is restarted.
  for (const [index, port] of ports.entries()) {
    const log = openLog(world.folder, index === 0 ? 'server' : `server-${index + 1}`, closers)
    const own = { ...(options.hasProxy && ofProxy), ...options.settingsOf?.(ports, index), PORT: String(port) }
    const server = new LastingServer({ ...world.settings, ...own }, (line) => {
      log(line)
      countComplaint(world.complaints, line)
      options.onLine?.(line)
    })
    world.servers.push(server)
    closers.push(() => server.stop())
    // Started one after another: on two processors, three at once would take longer than we wait for one.
    await server.start()
  }
  const [first] = world.servers
  const portal = options.ports ? (options.base?.['PUBLIC_URL'] ?? first?.address) : first?.address
  if (portal) world.stripe?.webhooks.sendTo(`${portal}${gatewayEventsPath}`)
  if (portal) world.texts?.sendTo(`${portal}${textEventsPath}`)
  if (portal) world.mail.reportTo(`${portal}${emailReportsPath}`)
  if (!options.hasProxy) return
  const addresses = world.servers.map(({ address }) => address)
  const proxy = await startProxy(world.folder, proxyPort, addresses)
  world.proxy = proxy
  closers.push(() => proxy.close())
}

const goodStripeCard = { ...goodCard, cardNumber: '4242424242424242' }

async function startStripe({ ports, bankDay }: WorldOptions, books: string, closers: Closers): Promise<RunningStripe> {
  const stripe = await startStripeSimulator({ ...stripeKeys, books, port: ports?.gateway, bankDay })
  closers.push(() => stripe.close())
  return stripe
}

async function startTexts(books: string, port: number | undefined, closers: Closers): Promise<RunningTexts> {
  const texts = await startTextSimulator({ books, port })
  closers.push(() => texts.close())
  return texts
}

function openLog(folder: string, name: string, closers: Closers): (line: string) => void {
  const log = createWriteStream(join(folder, 'log', `${name}.log`), { flags: 'a' })
  // A last line may come after its end.
  log.on('error', () => undefined)
  closers.push(() => new Promise<void>((resolve) => log.end(() => resolve())))
  return (line) => log.write(`${line}\n`)
}

const LogLine = z.object({ level: z.string(), msg: z.string(), alarm: z.boolean().default(false) })

function countComplaint(complaints: Map<string, number>, line: string): void {
  const said = line.startsWith('{') ? LogLine.safeParse(JSON.parse(line)).data : undefined
  if (said?.level === 'info') return
  const complaint = said ? `${said.alarm ? 'alarm' : said.level}: ${said.msg}` : line
  complaints.set(complaint, (complaints.get(complaint) ?? 0) + 1)
}

async function databaseFor(options: WorldOptions, folder: string, closers: Closers): Promise<WorldDatabase> {
  const { database = await startDatabase(folder, options.ownMachine, closers) } = options
  const opened = typeof database === 'string' ? await openDatabase(database) : database
  closers.push(() => opened.drop())
  return opened
}

async function startDatabase(folder: string, ownMachine: boolean | undefined, closers: Closers): Promise<string> {
  const onLine = openLog(folder, 'postgres', closers)
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true, ownMachine, onLine })
  closers.push(() => postgres.stop())
  return postgres.url
}

async function openDatabase(url: string): Promise<WorldDatabase> {
  await migrate(url)
  const { db, pool, close } = connect(url)
  return { url, db, pool, drop: close }
}
