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

/** The control port, `/control/…`, for tests on this machine. It is not part of the wire. */
export function control(simulator: Simulator, method: string, path: string, body: Buffer): WholeReply {
  switch (`${method} ${path}`) {
    case 'GET /control/books':
      return json(200, { purchases: bookedPurchases(simulator.books), reversals: bookedReversals(simulator.books) })
    case 'GET /control/arrivals':
      return json(200, { arrivals: simulator.arrivals.list() })
    case 'GET /control/settings':
      return json(200, simulator.settings)
    case 'PATCH /control/settings':
      return withBody(SimulatorSettings.partial(), body, (change) => Object.assign(simulator.settings, change))
    case 'POST /control/faults':
      return withBody(FaultOrder, body, ({ fault, times, target }) => simulator.faults.add(fault, times, target))
    case 'POST /control/release':
      simulator.faults.release()
      return json(200, {})
    case 'DELETE /control/faults':
      simulator.faults.clear()
      return json(200, {})
    default:
      return plainText(404, 'Not found')
  }
}

export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address)
}

function withBody<Body>(schema: z.ZodType<Body>, body: Buffer, act: (body: Body) => unknown): WholeReply {
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

function json(status: number, value: unknown): WholeReply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) }
}
