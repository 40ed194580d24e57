import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { migrate } from '@portal/server/database/migrate.ts'
import pg from 'pg'
import { loadDemoAnnouncements } from '../demo/announcements.ts'
import { addDemoAdministrators, enrolDemoCustomers, type DemoAdministrator, type DemoCustomer } from '../demo/logins.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { type Ports, choosePorts } from '../world/ports.ts'
import { importDemoUtility } from './demo-utility.ts'
import type { LastRun } from './last-run.ts'
import { addressOf, programsFor } from './programs.ts'
import { readOrMakeSecrets } from './secrets.ts'
import { Supervised } from './supervise.ts'
import { buildWebApp } from './web-build.ts'

interface WorldOptions {
  root: string
  memory: LastRun
  say: (line: string) => void
  /** Called with a function that stops what has just been started. Call these functions in reverse order. */
  onStarted: (stop: () => Promise<void>) => unknown
}

export interface World {
  databaseUrl: string
  ports: Ports
  customers: DemoCustomer[]
  administrators: DemoAdministrator[]
}

/** Starts the database, brings schema, data and web app up to date, then starts every process. */
export async function startWorld({ root, memory, say, onStarted }: WorldOptions): Promise<World> {
  const logs = join(root, 'var', 'log')
  await mkdir(logs, { recursive: true })
  const secrets = await readOrMakeSecrets(join(root, 'var', 'demo'))
  const before = await memory.read()
  const ports = await choosePorts(Object.values(before?.ports ?? {}), say)

  const building = buildWebApp(root)
  // Awaited below; until then a failed build must not count as an unhandled rejection.
  building.catch(() => undefined)
  const databaseUrl = env.DATABASE_URL ? await reachable(env.DATABASE_URL) : await startDatabase(root, logs, onStarted)
  await memory.remember({ address: addressOf(ports), ports, databaseUrl })
  onStarted(() => memory.forget())
  await migrate(databaseUrl)
  await importDemoUtility(root, databaseUrl, say)
  await loadDemoAnnouncements(databaseUrl)
  const customers = await enrolDemoCustomers(databaseUrl)
  const administrators = await addDemoAdministrators(databaseUrl)
  await building

  const programs = programsFor(root, databaseUrl, ports, secrets).map((program) => new Supervised(program, root, say))
  // The server is last in the list, so it is stopped first and finishes payments while its partners still answer.
  for (const program of programs) onStarted(() => program.stop())
  await Promise.all(programs.map((program) => program.start()))
  return { databaseUrl, ports, customers, administrators }
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

async function startDatabase(root: string, logs: string, onStarted: WorldOptions['onStarted']): Promise<string> {
  const log = createWriteStream(join(logs, 'postgres.log'), { flags: 'a' })
  const postgres = await startPostgres({
    folder: join(root, 'var', 'pg'),
    durable: true,
    onLine: (line) => log.write(`${line}\n`),
  })
  onStarted(async () => {
    await postgres.stop()
    log.end()
  })
  return postgres.url
}
