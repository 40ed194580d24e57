import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { doorkeeper } from './authenticate.ts'
import { bookedPurchases, bookedReversals, openBooks, type BookedPurchase, type BookedReversal } from './books.ts'
import { control, isLoopback, ordersTo } from './control.ts'
import type { GatewayCredentials } from './credentials.ts'
import { plainText, send } from './deliver.ts'
import { type Fault, type FaultTarget, faultQueue } from './faults.ts'
import { reportTransactions, searchTransactions } from './search.ts'
import {
  Arrivals,
  accountTime,
  firstSettings,
  type Arrival,
  type Simulator,
  type SimulatorSettings,
} from './simulator.ts'
import { takeTransaction } from './transactions.ts'

export interface SimulatorOptions {
  credentials: GatewayCredentials
  /** Folder of the durable books; made when missing. */
  books: string
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Time zone of the simulated gateway account; default `Pacific/Guam`. */
  timeZone?: string
  /** Milliseconds since 1970; default the machine's clock. */
  now?: () => number
  /** How far `x-gge4-date` may be off, in milliseconds; default 15 minutes. */
  dateSkew?: number
  /** Rows of one page of a search; default 500. */
  searchPageRows?: number
}

export interface RunningSimulator {
  url: string
  port: number
  purchases(): BookedPurchase[]
  reversals(): BookedReversal[]
  /** Makes the next `times` purchases or reversals fail in this way; by default the next purchase. */
  fail(fault: Fault, times?: number, target?: FaultTarget): void
  set(settings: Partial<SimulatorSettings>): void
  arrivals(): readonly Arrival[]
  /** Answers the transactions that a fault holds. */
  release(): void
  calm(): void
  close(): Promise<void>
}

const mostRequestBytes = 64 * 1024

/**
 * Starts a simulated payment gateway: the GGe4 version 28 wire, its search and report, and a control port (see README.md).
 * @throws Error when the port is taken or the books cannot be read.
 */
export async function startGatewaySimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const now = options.now ?? Date.now
  const closing = new AbortController()
  const books = await openBooks(options.books)
  const faults = faultQueue()
  const settings = { ...firstSettings }
  const simulator: Simulator = {
    credentials: options.credentials,
    books,
    doorkeeper: doorkeeper(options.credentials, now, options.dateSkew ?? 15 * 60_000),
    faults,
    arrivals: new Arrivals(),
    settings,
    time: accountTime(options.timeZone ?? 'Pacific/Guam'),
    searchPageRows: options.searchPageRows ?? 500,
    now,
    closing: closing.signal,
    fail: (error) => console.error('The gateway simulator failed:', error),
  }
  const server = createServer((request, response) => {
    answer(simulator, request, response).catch((error: unknown) => {
      simulator.fail(error)
      response.destroy()
    })
  })
  const host = options.host ?? '127.0.0.1'
  const port = await listen(server, options.port ?? 0, host)
  return {
    url: `http://${host}:${port}`,
    port,
    purchases: () => bookedPurchases(books),
    reversals: () => bookedReversals(books),
    fail: (fault, times = 1, target = 'purchase') => faults.add(fault, times, target),
    set: (change) => Object.assign(settings, change),
    arrivals: () => simulator.arrivals.list(),
    release: () => faults.release(),
    calm() {
      faults.clear()
      Object.assign(settings, firstSettings)
    },
    async close() {
      closing.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await books.close()
    },
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

async function answer(simulator: Simulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://gateway')
  const method = request.method ?? ''
  const body = await readBody(request)
  if (!body) return send(response, plainText(413, 'Request entity too large.'))
  if (method === 'POST' && /^\/transaction\/v(2[789])$/.test(url.pathname)) {
    return takeTransaction(simulator, { headers: request.headers, path: url.pathname, body }, response)
  }
  if (method === 'GET' && url.pathname === '/transaction/search') {
    return send(response, searchTransactions(simulator, url.searchParams, request.headers.authorization))
  }
  if (method === 'GET' && url.pathname === '/transaction/report') {
    return send(response, reportTransactions(simulator, url.searchParams, request.headers.authorization))
  }
  if (url.pathname.startsWith('/control/') && isLoopback(request.socket.remoteAddress)) {
    return send(response, control(ordersTo(simulator), method, url.pathname, body))
  }
  return send(response, plainText(404, 'Not found'))
}

/** The whole body, or null when it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > mostRequestBytes) return null
  }
  return Buffer.concat(chunks)
}
