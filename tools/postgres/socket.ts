import { createHash } from 'node:crypto'
import { chown, mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** The kernel allows 107 bytes for a socket's path; PostgreSQL adds 14 to the folder's. */
const longestFolder = 90
const lockName = '.s.PGSQL.5432.lock'

/** Makes the folder of the socket, which only the database user and root may enter, and returns its path. */
export async function prepareSocketFolder(place: Place): Promise<string> {
  const folder = socketFolderOf(place)
  const uid = place.user?.uid ?? process.getuid?.()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (place.user) await chown(folder, place.user.uid, place.user.gid)
  const made = await stat(folder)
  if (made.uid !== uid || (made.mode & 0o077) !== 0) throw new Error(`${folder} must belong to us alone; remove it`)
  return folder
}

/** Removes the lock that a killed PostgreSQL left beside its socket. Call it only when no process runs the data. */
export async function removeSocketLock(socketFolder: string): Promise<void> {
  await rm(join(socketFolder, lockName), { force: true })
}

/** The URL by which `pg` reaches a database through the socket in this folder. */
export function urlOf(socketFolder: string, database: string): string {
  return `postgres://portal@/${database}?host=${encodeURIComponent(socketFolder)}`
}

export function socketFolderIn(url: string): string {
  return new URLSearchParams(url.slice(url.indexOf('?'))).get('host') ?? ''
}

export function otherDatabase(url: string, database: string): string {
  return url.replace(/@\/[^?]*/, `@/${database}`)
}

function socketFolderOf(place: Place): string {
  const folder = join(place.home, 'socket')
  if (Buffer.byteLength(folder) <= longestFolder) return folder
  const hash = createHash('sha256').update(place.home).digest('hex').slice(0, 16)
  return join(tmpdir(), `water-portal-${hash}`)
}
