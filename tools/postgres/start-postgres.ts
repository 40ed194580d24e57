import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, readdir, realpath, rename, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { claim } from './claim.ts'
import { choosePlace, dataOf, type Place } from './place.ts'
import { Postmaster, clearOrphans } from './postmaster.ts'
import { run, tiedToUs } from './run.ts'
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
    // A standby follows its primary for as long as it is one, and has the primary's databases.
    if (!existsSync(join(dataOf(place), 'standby.signal'))) await createDatabase(socketFolder)
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
    // A restored cluster accepts reads before it has replayed its log.
    while ((await client.query('select where pg_is_in_recovery()')).rowCount) await wait(50)
    const found = await client.query("select from pg_database where datname = 'portal'")
    if (found.rowCount === 0) await client.query('create database portal')
  } finally {
    await client.end()
  }
}

/**
 * Creates the data of an empty cluster when there are none. The data get their name only when they are complete, so
 * that an interrupted start never leaves half a cluster.
 * @throws Error when the data there are of another major version of PostgreSQL.
 */
async function makeCluster(place: Place): Promise<void> {
  await sweepUnfinished(place)
  if (existsSync(dataOf(place))) return await checkVersion(place)
  const unfinished = join(place.home, 'unfinished-initdb')
  await mkdir(unfinished, { mode: 0o700 })
  if (place.user) await chown(unfinished, place.user.uid, place.user.gid)
  const made = await run(
    tiedToUs('KILL', [join(place.binaries, 'bin', 'initdb'), ...initdbOptions, unfinished]),
    place.user,
  )
  if (made.code !== 0) throw new Error(`Could not make a new database cluster in ${place.home}:\n${made.output}`)
  await rename(unfinished, dataOf(place))
}

/** Trust is safe here, because the only way in is a socket in a folder that no other user may enter. */
const initdbOptions = [
  '--username=portal',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  '--pgdata',
]

async function sweepUnfinished(place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (name.startsWith('unfinished-')) await rm(join(place.home, name), { recursive: true, force: true })
  }
}

async function checkVersion(place: Place): Promise<void> {
  const ofData = (await readFile(join(dataOf(place), 'PG_VERSION'), 'utf8')).trim()
  const version = await run([join(place.binaries, 'bin', 'postgres'), '--version'], place.user)
  const ofBinaries = /(\d+)\./.exec(version.output)?.[1]
  if (ofData === ofBinaries) return
  throw new Error(
    `The data in ${dataOf(place)} is from PostgreSQL ${ofData}, but PostgreSQL ${ofBinaries} is installed. Delete the folder to start over, or move the data to your own PostgreSQL and set DATABASE_URL.`,
  )
}

/** The system's memory file system, which only Linux has. */
const memory = '/dev/shm'
/** Used only with this many bytes free: many times what a test run takes. */
const enoughRoom = 3 * 2 ** 30

/**
 * A PostgreSQL that starts empty and leaves nothing behind. It lives in memory where there is room, because each new
 * database means hundreds of new files, which are several times as much work on a disk.
 * @param folder where it lives otherwise; only one process at a time may run it
 * @throws InUse when another process runs this folder.
 */
export async function startTemporaryPostgres(folder: string): Promise<RunningPostgres> {
  const home = (await hasRoom()) ? inMemory(folder) : folder
  const postgres = await startPostgres({ folder: home, durable: false, onLine: () => undefined })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function hasRoom(): Promise<boolean> {
  const disk = await statfs(memory).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize >= enoughRoom
}

/** Each folder has its own name there, so that checkouts do not collide. */
function inMemory(folder: string): string {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12)
  return join(memory, `water-portal-${name}`)
}
