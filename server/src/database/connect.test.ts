import { readFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connect } from './connect.ts'

/** The timer of the system that runs for the idle end of a connection to this port: 2 asks whether the other is there. */
async function timerOfConnectionTo(port: number): Promise<string | undefined> {
  const connections = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return connections.find((fields) => fields[2] === remote)?.[5]?.split(':')[0]
}

test.runIf(process.platform === 'linux')(
  'a database whose machine loses its power is noticed: idle connections are asked after',
  async () => {
    const accepted = Promise.withResolvers<Socket>()
    const server = createServer(accepted.resolve)
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(addressedPort(server.address())))
    })
    const { pool, close } = connect(`postgres://portal@127.0.0.1:${port}/portal`)
    const connected = pool.connect().catch(() => null)
    const socket = await accepted.promise
    await expect.poll(() => timerOfConnectionTo(port), { interval: 20 }).toBe('02')
    socket.destroy()
    await connected
    await close()
    server.close()
  },
)

function addressedPort(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new TypeError('It listens on no port')
  return address.port
}
