import { fileURLToPath } from 'node:url'
import { migrate } from '@portal/server/database/migrate.ts'
import type { ProvidedToTests } from '@portal/server/database/testing/database.ts'
import { refusingIllegalMoves } from '@portal/server/database/testing/state-machines.ts'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { InUse } from './claim.ts'
import { otherDatabase } from './socket.ts'
import { startTemporaryPostgres, type RunningPostgres } from './start-postgres.ts'

const folder = fileURLToPath(new URL('../../var/test-pg', import.meta.url))
const mostRunsAtOnce = 12

/** One empty PostgreSQL for the run, and the migrated database from which every test's database is cloned. */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startOnFreeFolder(1)
  const provided: ProvidedToTests = { postgresUrl: postgres.url, templateDatabase: 'template_portal' }
  try {
    await makeTemplate(provided)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  project.provide('postgresUrl', provided.postgresUrl)
  project.provide('templateDatabase', provided.templateDatabase)
  return () => postgres.stop()
}

/** Several test runs may go on at once, each on a folder of its own. */
async function startOnFreeFolder(number: number): Promise<RunningPostgres> {
  try {
    return await startTemporaryPostgres(`${folder}-${number}`)
  } catch (error) {
    if (error instanceof InUse && number < mostRunsAtOnce) return await startOnFreeFolder(number + 1)
    throw error
  }
}

async function refuseIllegalMoves(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(refusingIllegalMoves())
  await client.end()
}

async function makeTemplate({ postgresUrl, templateDatabase }: ProvidedToTests): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(`create database ${templateDatabase}`)
    const url = otherDatabase(postgresUrl, templateDatabase)
    await migrate(url)
    await refuseIllegalMoves(url)
    // A template can be cloned only while nobody is connected to it.
    await client.query(`alter database ${templateDatabase} allow_connections false`)
  } finally {
    await client.end()
  }
}
