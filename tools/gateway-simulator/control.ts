import { z } from 'zod'
import { bookedPurchases, bookedReversals } from './books.ts'
import { type WholeReply, plainText } from './deliver.ts'
import { Fault, FaultTarget } from './faults.ts'
import { SimulatorSettings, type Simulator } from './simulator.ts'

const FaultOrder = z.object({
  fault: Fault,
  times: z.number().int().min(1).max(10_000).default(1),
  target: FaultTarget.default('purchase'),
})

/** What the control port does, by method and path. */
export type Orders = Readonly<Record<string, (body: Buffer) => WholeReply>>

/** The control port, `/control/…`, for tests on this machine. It is not part of the wire. */
export function control(orders: Orders, method: string, path: string, body: Buffer): WholeReply {
  return orders[`${method} ${path}`]?.(body) ?? plainText(404, 'Not found')
}

export function ordersTo({ books, arrivals, settings, faults }: Simulator): Orders {
  const done = (act: () => unknown): WholeReply => {
    act()
    return json(200, {})
  }
  return {
    'GET /control/books': () => json(200, { purchases: bookedPurchases(books), reversals: bookedReversals(books) }),
    'GET /control/arrivals': () => json(200, { arrivals: arrivals.list() }),
    'GET /control/settings': () => json(200, settings),
    'PATCH /control/settings': (body) =>
      withBody(SimulatorSettings.partial(), body, (change) => Object.assign(settings, change)),
    'POST /control/faults': (body) =>
      withBody(FaultOrder, body, ({ fault, times, target }) => faults.add(fault, times, target)),
    'POST /control/release': () => done(() => faults.release()),
    'DELETE /control/faults': () => done(() => faults.clear()),
  }
}

export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address)
}

export function withBody<Body>(schema: z.ZodType<Body>, body: Buffer, act: (body: Body) => unknown): WholeReply {
  const parsed = schema.safeParse(parseJson(body))
  if (!parsed.success) return json(400, { error: z.prettifyError(parsed.error) })
  act(parsed.data)
  return json(200, {})
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export function json(status: number, value: unknown): WholeReply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) }
}
