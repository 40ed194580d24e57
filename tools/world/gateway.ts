import { z } from 'zod'
import type { Fault } from '../gateway-simulator/faults.ts'
import { credentialSettings } from '../gateway-simulator/options.ts'
import type { SimulatorSettings } from '../gateway-simulator/settings.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { startProgram } from './node-program.ts'

/** A gateway simulator in a process of its own. */
interface GatewayProcess {
  url: string
  pid: number
  close(): Promise<void>
}

const Listening = z.object({ url: z.string() })

/**
 * Starts a gateway simulator with the credentials that every test server has.
 * @throws Error with its output when it ends instead.
 */
export async function startGatewayProcess(books: string): Promise<GatewayProcess> {
  const settings = { BOOKS: books, ...credentialSettings(testCredentials) }
  const { promise: firstLine, resolve } = Promise.withResolvers<string>()
  const program = startProgram('tools/gateway-simulator/main.ts', settings, resolve)
  const line = await Promise.race([firstLine, program.ended.then((code) => `ended with ${code}`)])
  if (!line.startsWith('{')) throw new Error(`The gateway simulator did not start: ${line}`)
  return {
    url: Listening.parse(JSON.parse(line)).url,
    pid: program.process.pid ?? 0,
    async close() {
      program.kill('SIGTERM')
      await program.ended
    },
  }
}

const Purchases = z.object({
  purchases: z.array(
    z.object({
      tag: z.number(),
      reference: z.string(),
      /** Cents. */
      amount: z.number(),
      /** `live` while the charge stands. */
      state: z.enum(['live', 'reversed', 'none']),
    }),
  ),
})
/** A purchase in the gateway's books, which say truly what was taken from whom. */
export type Purchase = z.infer<typeof Purchases>['purchases'][number]

const Arrivals = z.object({
  arrivals: z.array(z.object({ reference: z.string(), milliseconds: z.number().nullable() })),
})
/** A purchase request that reached the gateway, whatever became of it. */
export type Arrival = z.infer<typeof Arrivals>['arrivals'][number]

/** The control port of a gateway simulator in another process. */
export class GatewayControl {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async purchases(): Promise<Purchase[]> {
    return Purchases.parse(await this.#ask('GET', 'books')).purchases
  }

  async arrivals(): Promise<Arrival[]> {
    return Arrivals.parse(await this.#ask('GET', 'arrivals')).arrivals
  }

  /** Makes the next purchase go wrong in this way. */
  async fail(fault: Fault): Promise<void> {
    await this.#ask('POST', 'faults', { fault })
  }

  async set(settings: Partial<SimulatorSettings>): Promise<void> {
    await this.#ask('PATCH', 'settings', settings)
  }

  /** From now on, everything goes well. */
  async calm(): Promise<void> {
    await this.#ask('DELETE', 'faults')
    await this.set({ searchLagMilliseconds: 0, searchOutage: false, reverseOnHangUp: false })
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const reply = await fetch(`${this.#url}/control/${path}`, { method, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`The gateway simulator refuses ${method} ${path}: ${await reply.text()}`)
    return await reply.json()
  }
}
