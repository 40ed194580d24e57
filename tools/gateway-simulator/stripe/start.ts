import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { control, isLoopback } from '../control.ts'
import { type Reply, type StripeKeys, stripeApi, workOf } from './answer.ts'
import { openStripeBooks } from './books.ts'
import { bankFrame, browserScript, cardFrame } from './browser-script.ts'
import { ordersToStripe, type StripeSwitches } from './control.ts'
import { type Bank, bankOf } from './disputes.ts'
import type { StripeWorld } from './endpoint.ts'
import type { StripeFault } from './faults.ts'
import { newId } from './objects.ts'
import { payOut } from './payouts.ts'
import { stripePurchases } from './purchases.ts'
import { startWebhooks, tellingBooks, type Webhooks } from './webhooks.ts'
import type { Work } from './works.ts'

/** Until what a bank does by itself happens. */
const laterMilliseconds = 1_000

export interface StripeSimulatorOptions extends StripeKeys {
  /** `whsec_…`, which signs what it tells of. */
  webhookSecret: string
  /** Where the books are kept. */
  books: string
  host?: string
  port?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

export interface RunningStripe extends StripeSwitches {
  url: string
  port: number
  webhooks: Webhooks
  bank: Bank
  /** To the bank, all that has not been, arriving today in UTC. Null when there is nothing. */
  payOut(): Promise<Stripe.Payout | null>
  close(): Promise<void>
}

/** Its books tell of each change by a webhook. */
async function openWorld(
  { now = Date.now, webhookSecret: secret, books: folder }: StripeSimulatorOptions,
  closing: AbortSignal,
): Promise<{ world: StripeWorld; webhooks: Webhooks }> {
  const { tell, ...webhooks } = startWebhooks({ secret, now, closing })
  const books = tellingBooks(await openStripeBooks(folder), { now, newId }, tell)
  const later: StripeWorld['later'] = (run) => {
    void wait(laterMilliseconds, undefined, { signal: closing }).then(run, () => undefined)
  }
  return { world: { books, now, newId, later, webhookUrl: () => webhooks.sentTo() }, webhooks }
}

/** Starts a stand-in of Stripe's API: the part of it that a card gateway adapter uses (see README.md). */
export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<RunningStripe> {
  const closing = new AbortController()
  const { world, webhooks } = await openWorld(options, closing.signal)
  const { books } = world
  const answer = stripeApi(world, options)
  const faults = new Map<Work, StripeFault[]>()
  const arrivals: { reference: string }[] = []
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  app.all('/v1/*', (request, reply) => {
    const { method, url: path, body, headers } = request
    const work = workOf({ method, path })
    const fault = (work && faults.get(work)?.shift()) ?? null
    if (work === 'confirmIntent') {
      const intent = books.intents.get(path.split('/')[3] ?? '')
      arrivals.push({ reference: intent?.metadata['reference'] ?? '' })
    }
    const key = headers['idempotency-key']
    const asked = {
      method,
      path,
      body: typeof body === 'string' ? body : '',
      authorization: headers.authorization,
      idempotencyKey: typeof key === 'string' ? key : undefined,
    }
    return serve({ request, reply, fault, closing: closing.signal }, () => answer(asked))
  })
  servePages(app)
  const switches: StripeSwitches = {
    books,
    purchases: () => stripePurchases(books),
    arrivals: () => arrivals,
    fail(work, fault, times = 1) {
      faults.set(work, [...(faults.get(work) ?? []), ...Array.from({ length: times }, () => fault)])
    },
    calm() {
      faults.clear()
      webhooks.calm()
    },
  }
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.all('/control/*', async ({ method, url, body, ip }, reply) => {
    if (!isLoopback(ip)) return reply.callNotFound()
    const given = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const answered = control(ordersToStripe(switches), method, url, given)
    return reply.code(answered.status).headers(answered.headers).send(answered.body)
  })
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  const port = portOf(app)
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}`,
    port,
    ...switches,
    webhooks,
    bank: bankOf(world),
    payOut: () => payOut(world),
    async close() {
      closing.abort()
      await app.close()
      await books.close()
    },
  }
}

/** What browsers load from Stripe. */
function servePages(app: FastifyInstance): void {
  const html = (text: string) => async (_request: unknown, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').send(text)
  app.get('/frames/card', html(cardFrame))
  app.get('/frames/bank', html(bankFrame))
  app.get('/endive/stripe.js', async (request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(browserScript(`http://${request.headers.host ?? ''}`)),
  )
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

/** Does the work and answers, unless a fault is in the way. */
async function serve({ request, reply, fault, closing }: Call, work: () => Promise<Reply>): Promise<unknown> {
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
