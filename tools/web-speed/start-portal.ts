import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@portal/server/clock.ts'
import { type Connection, connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { signInAdministrator, signInCustomer } from '@portal/server/testing/people.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { loadDemoAnnouncements } from '../demo/announcements/load.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { startProxy } from '../proxy/start-proxy.ts'
import { importDemoUtility } from '../run/demo-utility.ts'
import { freePorts } from '../run/ports.ts'
import { buildWebApp } from '../run/web-build.ts'
import { settingsFor } from '../server-process/settings.ts'
import { startServer } from '../server-process/start-server.ts'

/** The portal with the demo utility in it, and people who have signed in. */
export interface Portal {
  address: string
  /** What each of them sends as `Cookie`. */
  cookies: { home: string; family: string; administrator: string }
  /** The address of the newest bill of the customer with one account. */
  bill: string
  stop(): Promise<void>
}

/**
 * Starts the server process that `npm start` runs, with the web app as it is built for it, on a database of its own,
 * and nginx with TLS and HTTP/2 before it, as browsers meet it when it is deployed.
 */
export async function startPortal(root: string): Promise<Portal> {
  await buildWebApp(root)
  const folder = await mkdtemp(join(tmpdir(), 'web-speed-'))
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: false, onLine: () => undefined })
  const clear = async (): Promise<void> => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.url)
    await importDemoUtility(root, postgres.url, console.log)
    await loadDemoAnnouncements(postgres.url)
    const people = await signIn(postgres.url)
    const { address, stop } = await startDeployed(root, folder, postgres.url)
    return {
      address,
      ...people,
      async stop() {
        await stop()
        await clear()
      },
    }
  } catch (error) {
    await clear()
    throw error
  }
}

async function startDeployed(
  root: string,
  folder: string,
  databaseUrl: string,
): Promise<Pick<Portal, 'address' | 'stop'>> {
  const [port = 0] = await freePorts(2)
  const settings = {
    ...settingsFor(databaseUrl, 'http://127.0.0.1:9'),
    PUBLIC_URL: `https://localhost:${port}`,
    TRUSTED_PROXIES: '1',
    WORKER: 'off',
    WEB_FOLDER: join(root, 'web', 'dist'),
  }
  const server = await startServer(settings, null)
  try {
    const proxy = await startProxy(folder, port, [server.address, server.address, server.address])
    return {
      address: proxy.address,
      async stop() {
        await proxy.close()
        await server.kill('SIGTERM')
      },
    }
  } catch (error) {
    await server.kill('SIGKILL')
    throw error
  }
}

async function signIn(databaseUrl: string): Promise<Pick<Portal, 'cookies' | 'bill'>> {
  const connection = connect(databaseUrl, { connections: 2 })
  const deps = { db: connection.db, clock: systemClock }
  try {
    const [home, family] = [await findPerson(connection, 1, 1), await findPerson(connection, 3, 5)]
    const administrator = await signInAdministrator(deps, 1)
    return {
      cookies: {
        home: `__Host-portal-customer=${await signInCustomer(deps, home)}`,
        family: `__Host-portal-customer=${await signInCustomer(deps, family)}`,
        administrator: `__Host-portal-admin=${administrator}`,
      },
      bill: await newestBill(connection, home),
    }
  } finally {
    await connection.close()
  }
}

const Person = z.object({ person: z.string(), accounts: z.array(z.string()).min(1) })
type Person = z.infer<typeof Person>

/** The first person, by number, with so many accounts. */
async function findPerson({ db }: Connection, fewest: number, most: number): Promise<Person> {
  const { rows } = await sql`
    select person_id as person, array_agg(account_id order by account_id) as accounts
    from cis.account_person where may_use_web
    group by person_id having count(*) between ${fewest} and ${most}
    order by person_id limit 1`.execute(db)
  return Person.parse(rows[0])
}

async function newestBill({ db }: Connection, { person, accounts }: Person): Promise<string> {
  const { rows } = await sql`
    select bill_id as bill from cis.bill where account_id = any(${accounts}::text[])
    order by bill_date desc limit 1`.execute(db)
  const { bill } = z.object({ bill: z.string() }).parse(rows[0])
  return `/view-bill?id=${Date.now()}&user=${person}&bill-id=${bill}`
}
