import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, connect, datesOfSession, limitsOfSession } from '../connect.ts'
import { anyState } from './state-machines.ts'

/** What Vitest's global setup provides to the tests. */
export interface ProvidedToTests {
  /** A database of the cluster that was started for this test run, from which others are created and dropped. */
  postgresUrl: string
  /** The name of the migrated, empty database that the tests clone. */
  templateDatabase: string
}

declare module 'vitest' {
  interface ProvidedContext extends ProvidedToTests {}
}

/** A migrated, empty database for one test file or one test alone. */
export interface TestDatabase {
  /** For the test's own processes and pools. */
  url: string
  /** As the product writes: every illegal move of a state is refused. */
  db: Db
  /** Writes states as a test needs them. */
  pool: pg.Pool
  fixtures: Db
  /** Closes `db` and `pool` and drops the database, whoever is still connected to it. */
  drop(): Promise<void>
}

/**
 * Clones the migrated template in about 50 ms (more on a disk). Call it in `beforeAll` or `beforeEach`, and drop the
 * database afterwards.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return connected(await clone(inject('templateDatabase')))
}

/** The common starting state of all tests of a file, created once. */
export interface TestTemplate {
  /** Creates a database in that state for one test alone. */
  clone(): Promise<TestDatabase>
  drop(): Promise<void>
}

/** Creates a database from which many tests start. Call it in `beforeAll`, and drop it in `afterAll`. */
export async function createTestTemplate(fill: (database: TestDatabase) => Promise<void>): Promise<TestTemplate> {
  const name = await clone(inject('templateDatabase'))
  const { close, ...database } = connected(name)
  await fill(database)
  // PostgreSQL does not clone a database while a connection to it is open.
  await close()
  return { clone: async () => connected(await clone(name)), drop: () => drop(name) }
}

/** @returns the name of the new database */
async function clone(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying files, instead of logging their content, takes two thirds of the work.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  return name
}

function connected(name: string): TestDatabase & { close(): Promise<void> } {
  const url = urlOfDatabase(name)
  const { db, close: closeOwn } = connect(url)
  const options = encodeURIComponent(`-c ${anyState} ${limitsOfSession} ${datesOfSession}`)
  const { db: fixtures, pool, close: closeFixtures } = connect(`${url}&options=${options}`)
  const close = async () => {
    await closeOwn()
    await closeFixtures()
  }
  return {
    url,
    db,
    pool,
    fixtures,
    close,
    async drop() {
      await close()
      await drop(name)
    },
  }
}

async function drop(name: string): Promise<void> {
  await administer(`drop database ${name} with (force)`)
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The same server with another database, whose name stands between `@/` and `?host=`. */
function urlOfDatabase(name: string): string {
  return inject('postgresUrl').replace(/@\/[^?]*/, `@/${name}`)
}
