import { access, rm, writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { env } from 'node:process'
import pg from 'pg'
import { z } from 'zod'
import { loadDemoAnnouncements } from '../demo/announcements.ts'
import { type DemoAdministrator, type DemoCustomer, addDemoAdministrators, enrolDemoCustomers } from '../demo/logins.ts'
import { credentialsFrom } from '../gateway-simulator/credentials.ts'
import type * as Life from '../life/live.ts'
import { type Ports, choosePorts } from '../world/ports.ts'
import { startWorld } from '../world/start-world.ts'
import { type DemoUtility, seed } from './demo-utility.ts'
import type { LastRun } from './last-run.ts'
import { readOrMakeSecrets } from './secrets.ts'
import { addressOf, serverSettings } from './server-settings.ts'
import { buildWebApp } from './web-build.ts'

export interface Demo {
  profileFile: string
  databaseUrl: string
  ports: Ports
  /** Whether a stand-in of Stripe takes the cards. */
  hasStripe: boolean
  /** Whether a stand-in sends the texts. */
  hasTexts: boolean
  customers: DemoCustomer[]
  administrators: DemoAdministrator[]
  close(): Promise<void>
}

/** A world that lasts, in `var`: its database, books and mails are kept, and its web app is up to date. */
export async function startDemo(
  root: string,
  utility: DemoUtility,
  memory: LastRun,
  say: (line: string) => void,
): Promise<Demo> {
  const { folder, accounts } = utility
  const secrets = await readOrMakeSecrets(join(folder, 'demo'))
  const ports = await choosePorts(Object.values((await memory.read())?.ports ?? {}), say)
  const building = buildWebApp(root)
  // Awaited below; until then a failed build must not count as an unhandled rejection.
  building.catch(() => undefined)

  const { CARD_GATEWAY = env.CARD_GATEWAY_URL ? 'payeezy' : 'stripe' } = env
  const hasStripe = CARD_GATEWAY === 'stripe' && !env.STRIPE_SECRET_KEY
  const hasTexts = !env.TEXT_MESSAGES
  const PROFILE_FILE = await utility.writeProfile()
  const settings = { PROFILE_FILE, ...serverSettings(ports, secrets) }
  if (!env.DATABASE_URL) await forgetUnfinished(folder)
  let customers: DemoCustomer[] = []
  let administrators: DemoAdministrator[] = []
  const { database, close } = await startWorld({
    folder,
    database: env.DATABASE_URL ? await reachable(env.DATABASE_URL) : undefined,
    async fill({ url, pool }) {
      await memory.remember({ address: addressOf(ports), ports, databaseUrl: url, hasStripe })
      if ((await pool.query('select from cis.account limit 1')).rowCount === 0) {
        say(`Creating a demo utility with ${accounts.toLocaleString('en-US')} accounts …`)
        if (utility.hasLife && hasStripe && hasTexts && !env.SMTP_URL) {
          await live(pool, { accounts, seed, folder, databaseUrl: url, port: ports.portal, settings }, say)
        } else await utility.fill(url, { ...secrets, PROFILE_FILE })
      }
      await loadDemoAnnouncements(url)
      customers = await enrolDemoCustomers(url)
      administrators = await addDemoAdministrators(url)
      await building
    },
    ports,
    credentials: credentialsFrom(secrets),
    hasStripe,
    hasTexts,
    base: settings,
    servers: 1,
    onLine(line) {
      const concern = concernOf(line)
      if (concern) say(`server: ${concern}`)
    },
  })
  return {
    profileFile: PROFILE_FILE,
    databaseUrl: database.url,
    ports,
    hasStripe,
    hasTexts,
    customers,
    administrators,
    close,
  }
}

const unfinished = 'demo/unfinished'

/** Loaded only at the first start. */
async function live(
  pool: pg.Pool,
  options: Parameters<typeof Life.liveUntilToday>[0],
  onFailed: (reason: string) => void,
): Promise<void> {
  const mark = join(options.folder, unfinished)
  await writeFile(mark, '')
  // Thousands of commits need not wait for the disk: half a life is made anew. A server of the user's own is left as it is.
  const isOurs = !env.DATABASE_URL
  if (isOurs) await setOurs(pool, 'alter system set fsync = off')
  const { liveUntilToday } = await import('../life/live.ts')
  // The server that starts next loads nearly the same.
  flushCompileCache()
  await liveUntilToday(options, onFailed)
  if (isOurs) await setOurs(pool, 'alter system reset fsync')
  await rm(mark)
}

async function setOurs(pool: pg.Pool, change: string): Promise<void> {
  await pool.query(change)
  await pool.query('select pg_reload_conf()')
  await pool.query('checkpoint')
}

/** Half a life, of a first start that was stopped, is made anew. */
async function forgetUnfinished(folder: string): Promise<void> {
  const isFinished = await access(join(folder, unfinished)).then(
    () => false,
    () => true,
  )
  if (isFinished) return
  const made = ['pg', 'stripe', 'mails', 'texts', 'demo/exchange']
  await Promise.all(made.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

/** @throws Error saying which setting is wrong when nothing answers there. */
async function reachable(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return databaseUrl
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database that DATABASE_URL names cannot be used: ${reason}`, { cause: error })
  } finally {
    await client.end()
  }
}

const LogLine = z.object({
  level: z.string(),
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional(),
})
const levelsShown = ['warn', 'error', 'fatal']

/** What the terminal should show of a line: the text of a warning or an error, and whatever is no line of the log. */
export function concernOf(line: string): string | undefined {
  if (!line.startsWith('{')) return line
  try {
    const { level, msg, err } = LogLine.parse(JSON.parse(line))
    if (!levelsShown.includes(level)) return undefined
    return err && err.message !== msg ? `${msg} (${err.message})` : msg
  } catch {
    return undefined
  }
}
