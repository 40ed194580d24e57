import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { socketFolderIn } from '../postgres/socket.ts'

/** One address for the database, wherever it is served, like a name or address that moves at a failover. */
export interface MovingAddress {
  /** `postgres://portal@127.0.0.1:…/portal`. */
  url: string
  /** Breaks every connection; new ones lead to the database at this URL. */
  leadTo(url: string): void
  close(): void
}

export async function startMovingAddress(firstUrl: string): Promise<MovingAddress> {
  let socketFile = socketFileOf(firstUrl)
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    const database = connect(socketFile)
    for (const [one, other] of [[caller, database] as const, [database, caller] as const]) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const breakAll = (): void => open.forEach((socket) => socket.destroy())
  return {
    url: `postgres://portal@127.0.0.1:${port}/portal`,
    leadTo(url) {
      socketFile = socketFileOf(url)
      breakAll()
    },
    close() {
      server.close()
      breakAll()
    },
  }
}

function socketFileOf(url: string): string {
  return join(socketFolderIn(url), '.s.PGSQL.5432')
}
