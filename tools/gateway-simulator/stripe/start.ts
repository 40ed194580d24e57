import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { parse } from 'qs'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type StripeBooks, openStripeBooks } from './books.ts'
import { bankFrame, browserScript, cardFrame } from './browser-script.ts'
import { StripeRefusal, type StripeWorld } from './endpoint.ts'
import { newId } from './objects.ts'
import { type Work, works } from './works.ts'

export interface StripeSimulatorOptions {
  secretKey: string
  publishableKey: string
  /** Where the books are kept. */
  books: string
  host?: string
  port?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

export interface RunningStripe {
  url: string
  port: number
  books: StripeBooks
  /** Makes the next `times` requests for this work go wrong. */
  fail(work: Work, fault: StripeFault, times?: number): void
  calm(): void
  close(): Promise<void>
}

/**
 * - `dropBefore`, `dropAfter`: the connection breaks, before or after the work is done.
 * - `hang`: no reply, and the connection stays open.
 * - `status`: this reply instead of the right one; `isDone` says whether the work is done all the same.
 * - `delay`: everything goes well, later.
 * - `html`: what a proxy in front of the gateway answers.
 */
export const StripeFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dropBefore') }),
  z.object({ kind: z.literal('dropAfter') }),
  z.object({ kind: z.literal('hang'), isDone: z.boolean().default(true) }),
  z.object({ kind: z.literal('status'), status: z.number().int(), isDone: z.boolean().default(false) }),
  z.object({ kind: z.literal('delay'), milliseconds: z.number().int() }),
  z.object({ kind: z.literal('html'), status: z.number().int().default(502), isDone: z.boolean().default(false) }),
])
export type StripeFault = z.output<typeof StripeFault>

/** Starts a stand-in of Stripe's API: the part of it that a card gateway adapter uses (see README.md). */
export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<RunningStripe> {
  const books = await openStripeBooks(options.books)
  const world: StripeWorld = { books, now: options.now ?? Date.now }
  const faults = new Map<Work, StripeFault[]>()
  const closing = new AbortController()
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parse(String(body)))
  })
  const inFlight = new Set<string>()
  for (const [name, { method, path, run, isForPages = false }] of works) {
    app.route({
      method,
      url: path,
      handler: (request, reply) =>
        serve({ request, reply, fault: faults.get(name)?.shift() ?? null, closing: closing.signal }, async () => {
          const key = isForPages ? options.publishableKey : options.secretKey
          if (request.headers.authorization !== `Bearer ${key}`) throw new StripeRefusal(401, invalidKey)
          const params = { ...asParams(request.query), ...asParams(request.body), ...asParams(request.params) }
          return once({ books, inFlight }, request, params, () => run(world, params))
        }),
    })
  }
  const html = (text: string) => async (_request: unknown, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').send(text)
  app.get('/frames/card', html(cardFrame))
  app.get('/frames/bank', html(bankFrame))
  app.get('/endive/stripe.js', async (request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(browserScript(`http://${request.headers.host ?? ''}`)),
  )
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  const port = portOf(app)
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}`,
    port,
    books,
    fail(work, fault, times = 1) {
      faults.set(work, [...(faults.get(work) ?? []), ...Array.from({ length: times }, () => fault)])
    },
    calm: () => faults.clear(),
    async close() {
      closing.abort()
      await app.close()
      await books.close()
    },
  }
}

const invalidKey = { type: 'invalid_request_error', message: 'Invalid API Key provided' } as const

export type Params = Record<string, unknown>

function asParams(value: unknown): Params {
  if (typeof value !== 'object' || value === null) return {}
  return parse(new URLSearchParams(flat(value)).toString())
}

/** Query strings come with brackets in their names, bodies as objects already. */
function flat(value: object, prefix = ''): [string, string][] {
  const entries: [string, unknown][] = Object.entries(value)
  return entries.flatMap(([name, inner]): [string, string][] => {
    const path = prefix ? `${prefix}[${name}]` : name
    return typeof inner === 'object' && inner !== null ? flat(inner, path) : [[path, String(inner)]]
  })
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

interface Call {
  request: FastifyRequest
  reply: FastifyReply
  fault: StripeFault | null
  closing: AbortSignal
}

interface Result {
  status: number
  body: unknown
  isReplayed?: boolean
}

/** Does the work and answers, unless a fault is in the way. */
async function serve({ request, reply, fault, closing }: Call, work: () => Promise<Result>): Promise<unknown> {
  const isDone =
    fault === null || fault.kind === 'delay' || fault.kind === 'dropAfter' || ('isDone' in fault && fault.isDone)
  if (fault?.kind === 'delay') await wait(fault.milliseconds, undefined, { signal: closing }).catch(() => undefined)
  const result = isDone ? await work() : null
  if (fault === null || fault.kind === 'delay') {
    if (result?.isReplayed) reply.header('Idempotent-Replayed', 'true')
    return reply
      .code(result?.status ?? 500)
      .header('Request-Id', newId('req'))
      .send(result?.body)
  }
  switch (fault.kind) {
    case 'dropBefore':
    case 'dropAfter':
      request.raw.socket.destroy()
      return reply.hijack()
    case 'hang':
      return reply.hijack()
    case 'html':
      return reply.code(fault.status).type('text/html').send('<html><h1>Bad Gateway</h1></html>')
    case 'status':
      return reply.code(fault.status).send({ error: { type: errorTypeOf(fault.status), message: 'A simulated fault' } })
  }
}

function errorTypeOf(status: number): string {
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}

/** Stripe's idempotency: the first reply to a key is kept, and repeats get it, whatever has happened since. */
async function once(
  { books, inFlight }: { books: StripeBooks; inFlight: Set<string> },
  request: FastifyRequest,
  params: Params,
  run: () => Promise<unknown>,
): Promise<Result> {
  const header = request.headers['idempotency-key']
  const key = request.method === 'POST' && typeof header === 'string' ? header : null
  const hash = createHash('sha256')
    .update(`${request.url} ${JSON.stringify(params)}`)
    .digest('hex')
  if (key !== null) {
    const kept = books.replies.get(key)
    if (kept && kept.hash !== hash) {
      const message = 'Keys for idempotent requests can only be used with the same parameters'
      return refusal(new StripeRefusal(400, { type: 'idempotency_error', message }))
    }
    if (kept) return { status: kept.status, body: kept.body, isReplayed: true }
    if (inFlight.has(key)) {
      const message = 'There is currently another in-progress request using this Idempotency Key'
      return refusal(new StripeRefusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message }))
    }
    inFlight.add(key)
  }
  try {
    const result = await run().then((body): Result => ({ status: 200, body }), refusal)
    // What is refused before anything is done may be tried again with the same key.
    if (key !== null && ![400, 401, 409, 429].includes(result.status)) {
      await books.keep({ kind: 'reply', value: { key, hash, ...result } })
    }
    return result
  } finally {
    if (key !== null) inFlight.delete(key)
  }
}

function refusal(error: unknown): Result {
  if (!(error instanceof StripeRefusal)) throw error
  return { status: error.status, body: { error: error.error } }
}

export type StripeError = Partial<Stripe.StripeRawError> & { type: string; message: string }
