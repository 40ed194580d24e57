import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Place, dataOf } from './place.ts'
import { run, tiedToUs } from './run.ts'

/**
 * Creates the data of an empty cluster when there are none. The data get their name only when they are complete, so
 * that an interrupted start never leaves half a cluster.
 * @throws Error when the data there are of another major version of PostgreSQL.
 */
export async function makeCluster(place: Place): Promise<void> {
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
