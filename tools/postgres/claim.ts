import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Thrown when another living process has claimed the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'

  constructor(folder: string) {
    super(`Another process is already using ${folder}`)
  }
}

/**
 * Makes this process the only user of a folder until it releases it or ends in any way, also by kill -9.
 * On Linux the claim is a name in the kernel (an abstract socket), so nothing is left behind; elsewhere a socket file.
 * @returns the function that releases the claim.
 * @throws FolderInUse
 */
export async function claim(folder: string): Promise<() => void> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  if (process.platform === 'linux') return await listen(`\0water-portal-${name}`, folder)
  const file = join('/tmp', `water-portal-${name}.claim`)
  if (!(await answers(file))) await rm(file, { force: true })
  return await listen(file, folder)
}

function listen(address: string, folder: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const server = createServer((visitor) => visitor.destroy())
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new FolderInUse(folder) : error)
    })
    server.listen(address, () => resolve(() => server.close()))
  })
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const visitor = connect(address)
    visitor.once('connect', () => {
      visitor.destroy()
      resolve(true)
    })
    visitor.once('error', () => resolve(false))
  })
}
