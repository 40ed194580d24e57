import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

export class InUse extends Error {
  override readonly name = 'InUse'

  constructor(what: string) {
    super(`Another process is already using ${what}`)
  }
}

/**
 * Makes this process the only user of a folder or port until it releases the claim or ends in any way, even by kill -9.
 * On Linux, the claim is a name in the kernel (an abstract socket), so nothing is left behind; elsewhere it is a socket
 * file.
 * @param what the folder, or `port` with its number
 * @returns the function that releases the claim.
 * @throws InUse
 */
export async function claim(what: string): Promise<() => void> {
  const name = createHash('sha256').update(what).digest('hex').slice(0, 32)
  if (process.platform === 'linux') return await listen(`\0water-portal-${name}`, what)
  const file = join('/tmp', `water-portal-${name}.claim`)
  if (!(await answers(file))) await rm(file, { force: true })
  return await listen(file, what)
}

function listen(address: string, what: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const server = createServer((visitor) => visitor.destroy())
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new InUse(what) : error)
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
