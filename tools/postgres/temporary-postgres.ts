import { createHash } from 'node:crypto'
import { rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type RunningPostgres, startPostgres } from './start-postgres.ts'

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
