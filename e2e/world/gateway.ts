import { join } from 'node:path'
import { z } from 'zod'
import { type Child, startChild } from './child.ts'

const Purchase = z.object({
  reference: z.string(),
  /** Cents. */
  amount: z.number().int(),
  /** `live` while the payer is out of the money. */
  state: z.enum(['live', 'reversed', 'none']),
})
/** In the gateway's own books, which say truly what cards were charged. */
type Purchase = z.infer<typeof Purchase>

/** See tools/gateway-simulator/faults.ts. */
type GatewayFault = { kind: 'hang'; charged: boolean } | { kind: 'dropBeforeCommit' } | { kind: 'dropAfterCommit' }

/** A process with durable books. */
export interface Gateway {
  url: string
  /** Oldest first. */
  purchases(): Promise<Purchase[]>
  nextPurchase(fault: GatewayFault): Promise<void>
  /** Charged, but not answered until the returned function is called. */
  holdNextPurchase(): Promise<() => Promise<void>>
  /** While it is off, the outcome of a purchase cannot be looked up. */
  switchSearch(to: 'on' | 'off'): Promise<void>
  /** Afterwards nothing answers at its address. */
  stop(): Promise<void>
  /** At the same address, with the same books. */
  startAgain(): Promise<void>
}

export async function startGateway(folder: string, credentials: Record<string, string>): Promise<Gateway> {
  const settings = { ...credentials, BOOKS: join(folder, 'gateway-books') }
  const start = (port: string): Child =>
    startChild('tools/gateway-simulator/main.ts', { ...settings, PORT: port }, join(folder, 'gateway.log'))
  let child = start('0')
  const { port, url } = z.object({ port: z.number(), url: z.string() }).parse(JSON.parse(await child.firstLine()))
  const order = async (method: string, path: string, body: object): Promise<void> => {
    const reply = await fetch(url + path, { method, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`The gateway does not understand ${path}: ${await reply.text()}`)
  }
  return {
    url,
    async purchases() {
      const reply = await fetch(`${url}/control/books`)
      return z.object({ purchases: z.array(Purchase) }).parse(await reply.json()).purchases
    },
    nextPurchase: (fault) => order('POST', '/control/faults', { fault }),
    async holdNextPurchase() {
      await order('POST', '/control/faults', { fault: { kind: 'hold' } })
      return () => order('POST', '/control/release', {})
    },
    switchSearch: (to) => order('PATCH', '/control/settings', { searchOutage: to === 'off' }),
    stop: () => child.stop(),
    async startAgain() {
      child = start(String(port))
      await child.firstLine()
    },
  }
}
