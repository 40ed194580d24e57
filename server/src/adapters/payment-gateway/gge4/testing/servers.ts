import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net'

/** Servers of one test on free ports of this machine. */
interface TestServers {
  /** @returns its URL. */
  http(listener: RequestListener): Promise<string>
  /** @returns its port. */
  tcp(onSocket: (socket: Socket) => void): Promise<number>
  close(): void
}

export function testServers(): TestServers {
  const closers: (() => void)[] = []
  return {
    async http(listener) {
      const server = createServer(listener)
      closers.push(() => server.close().closeAllConnections())
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return `http://127.0.0.1:${portOf(server.address())}`
    },
    async tcp(onSocket) {
      const sockets: Socket[] = []
      const server = createTcpServer((socket) => {
        sockets.push(socket.on('error', () => undefined))
        onSocket(socket)
      })
      closers.push(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return portOf(server.address())
    },
    close() {
      for (const closer of closers.splice(0)) closer()
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0
}
