import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@portal/server/database/migrate.ts'
import pg from 'pg'
import { otherDatabase } from '../postgres/socket.ts'
import { startTemporaryPostgres } from '../postgres/start-postgres.ts'

/** Makes a migrated, empty database and returns its URL. */
export type NewDatabase = () => Promise<string>

/** Starts a temporary PostgreSQL in which every worker gets a database of its own, and throws it away afterwards. */
export async function withPostgres<Result>(use: (newDatabase: NewDatabase) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-simulation-'))
  try {
    const postgres = await startTemporaryPostgres(folder)
    try {
      await migrate(postgres.url)
      return await use(databasesOf(postgres.url))
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Databases are cloned one at a time, because PostgreSQL clones none to which somebody is connected. */
function databasesOf(url: string): NewDatabase {
  const template = new URL(url.replace('@/', '@localhost/')).pathname.slice(1)
  let made = 0
  let last: Promise<unknown> = Promise.resolve()
  return async () => {
    const name = `worlds_${++made}`
    const making = last.then(
      async () =>
        await administer(
          otherDatabase(url, 'template1'),
          `create database ${name} template ${template} strategy file_copy`,
        ),
    )
    last = making.catch(() => undefined)
    await making
    return otherDatabase(url, name)
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
