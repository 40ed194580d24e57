import { mkdir, realpath, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { claim } from './claim.ts'
import { makeCluster } from './cluster.ts'
import { clearOrphans } from './orphans.ts'
import { choosePlace, dataOf } from './place.ts'
import { Postmaster } from './postmaster.ts'
import { prepareSocketFolder, urlOf } from './socket.ts'

/** A PostgreSQL of our own. It runs until `stop`, or until this process ends, however it ends. */
export interface RunningPostgres {
  /** `postgres://portal@/portal?host=…`: the database `portal`, reached by a unix socket. */
  url: string
  /** Disconnects everybody and shuts down cleanly. May be called twice. */
  stop(): Promise<void>
}

interface PostgresOptions {
  /** Contains the data; created when missing. Only one process at a time may run it. */
  folder: string
  /** False only for tests: every start has an empty cluster, and nothing waits for the disk. */
  durable: boolean
  /** For measuring a large utility: takes the memory that docs/deployment.md gives PostgreSQL. False by default. */
  ownMachine?: boolean
  /** Takes the lines PostgreSQL writes. */
  onLine: (line: string) => void
}

/**
 * Starts the PostgreSQL that came with `npm install` on the data in a folder, creating a new cluster on the first call.
 * It listens on a unix socket that only this user can reach, so there is neither a port nor a password.
 * @throws InUse when another process runs this folder.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  await mkdir(options.folder, { recursive: true })
  const folder = await realpath(resolve(options.folder))
  const release = await claim(folder)
  try {
    const place = await choosePlace(folder)
    const socketFolder = await prepareSocketFolder(place)
    await clearOrphans(place, socketFolder)
    if (!options.durable) await rm(dataOf(place), { recursive: true, force: true })
    await makeCluster(place)
    const postmaster = new Postmaster({ ownMachine: false, ...options, place, socketFolder })
    await postmaster.start()
    await createDatabase(socketFolder)
    return {
      url: urlOf(socketFolder, 'portal'),
      async stop() {
        await postmaster.stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

async function createDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socketFolder, 'postgres') })
  await client.connect()
  try {
    const found = await client.query("select from pg_database where datname = 'portal'")
    if (found.rowCount === 0) await client.query('create database portal')
  } finally {
    await client.end()
  }
}
