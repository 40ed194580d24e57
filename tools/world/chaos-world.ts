import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTestAccount } from '@portal/server/adapters/billing-system/testing/ledger.ts'
import { type Db, connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import type pg from 'pg'
import { type MailCatcher, startMailCatcher } from '../mail-catcher/catcher.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { GatewayControl, startGatewayProcess } from './gateway.ts'
import { FleetServer } from './lasting-server.ts'
import { freePorts } from './ports.ts'
import { settingsFor } from './server.ts'

interface ChaosWorldOptions {
  servers: number
  accounts: number
  /** Server settings that differ from those of all tests. */
  settings?: Record<string, string>
}

/** Several server processes on one durable PostgreSQL, with each partner in a process of its own. */
export interface ChaosWorld {
  db: Db
  pool: pg.Pool
  /** Where PostgreSQL keeps its data. */
  dataFolder: string
  accounts: string[]
  zip: string
  servers: FleetServer[]
  gateway: GatewayControl
  mail: MailCatcher
  /** Alarms the servers raised, and how often. */
  alarms: Map<string, number>
  close(): Promise<void>
}

const zip = '96913'

/** Starts everything in a temporary folder; resolves when every server is ready. */
export async function startChaosWorld(options: ChaosWorldOptions): Promise<ChaosWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-chaos-'))
  const closers = [() => rm(folder, { recursive: true, force: true })]
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
  { servers: many, accounts: manyAccounts, settings }: ChaosWorldOptions,
  folder: string,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<ChaosWorld, 'close'>> {
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true, onLine: () => undefined })
  closers.push(() => postgres.stop())
  await migrate(postgres.url)
  const { db, pool, close } = connect(postgres.url)
  closers.push(close)
  const accounts = Array.from({ length: manyAccounts }, (_, index) => String(6_000_000_000 + index))
  for (const [index, account] of accounts.entries()) {
    // Every fourth payer gives no e-mail address and so gets no letter.
    const email = index % 4 === 3 ? null : `payer-${index}@example.com`
    await addTestAccount(db, { account, balance: 10_000, email })
  }
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory')

  const gateway = await startGatewayProcess(join(folder, 'books'))
  closers.push(() => gateway.close())
  const mail = await startMailCatcher({ folder: join(folder, 'mails') })
  closers.push(() => mail.close())

  const alarms = new Map<string, number>()
  const fleetSettings = {
    ...settingsFor(postgres.url, gateway.url),
    SMTP_URL: `smtp://127.0.0.1:${mail.smtpPort}`,
    DATABASE_CONNECTIONS: '12',
    ...settings,
  }
  const servers: FleetServer[] = []
  // Each server keeps its port when it is restarted.
  for (const port of await freePorts(many)) {
    const server = new FleetServer(port, fleetSettings, (alarm) => alarms.set(alarm, (alarms.get(alarm) ?? 0) + 1))
    servers.push(server)
    closers.push(() => server.stop())
    // Started one after another: on two processors, three at once would take longer than we wait for one.
    await server.untilServing()
  }
  return {
    db,
    pool,
    dataFolder: rows[0]?.data_directory ?? '',
    accounts,
    zip,
    servers,
    gateway: new GatewayControl(gateway.url),
    mail,
    alarms,
  }
}
