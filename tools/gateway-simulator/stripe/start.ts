import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { control, isLoopback } from '../control.ts'
import { type HttpFault, serve } from '../http-faults.ts'
import { type StripeKeys, stripeApi, workOf } from './answer.ts'
import { openStripeBooks } from './books.ts'
import { bankAccountFrame, bankFrame, browserScript, cardFrame } from './browser-script.ts'
import { ordersToStripe, type StripeSwitches } from './control.ts'
import { advanceDebits, letBanksAnswer } from './debits.ts'
import { type Bank, bankOf } from './disputes.ts'
import type { StripeWorld } from './endpoint.ts'
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
  /** Milliseconds that stand for a day of the banks, so that nobody has to wait for four of them. */
  bankDay?: number
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
  { now = Date.now, webhookSecret: secret, books: folder, bankDay }: StripeSimulatorOptions,
  closing: AbortSignal,
): Promise<{ world: StripeWorld; webhooks: Webhooks }> {
  const { tell, ...webhooks } = startWebhooks({ secret, now, closing })
  const books = tellingBooks(await openStripeBooks(folder), { now, newId }, tell)
  const later: StripeWorld['later'] = (run) => {
    void wait(laterMilliseconds, undefined, { signal: closing }).then(run, () => undefined)
  }
  const world: StripeWorld = {
    books,
    now,
    newId,
    later,
    ...(bankDay && { bankDay }),
    webhookUrl: () => webhooks.sentTo(),
  }
  if (bankDay) void keepAdvancing(world, bankDay, closing)
  return { world, webhooks }
}

/** So that webhooks tell of what nobody asks about. */
async function keepAdvancing(world: StripeWorld, bankDay: number, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await wait(Math.min(bankDay / 2, 1_000), undefined, { signal: closing }).catch(() => undefined)
    if (!closing.aborted) await advanceDebits(world)
  }
}

/** Starts a stand-in of Stripe's API: the part of it that a payment gateway adapter uses (see README.md). */
export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<RunningStripe> {
  const closing = new AbortController()
  const { world, webhooks } = await openWorld(options, closing.signal)
  const { books } = world
  const answer = stripeApi(world, options)
  const faults = new Map<Work, HttpFault[]>()
  const arrivals: { reference: string }[] = []
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  app.all('/v1/*', (request, reply) => {
    const { method, url: path, body, headers } = request
    const kind = workOf({ method, path })
    const fault = (kind && faults.get(kind)?.shift()) ?? null
    if (kind === 'confirmIntent') {
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
    const work = async () => {
      const { isReplayed, ...answered } = await answer(asked)
      const replayed: Record<string, string> = isReplayed ? { 'Idempotent-Replayed': 'true' } : {}
      return { ...answered, headers: { 'Request-Id': newId('req'), ...replayed } }
    }
    return serve({ request, reply, fault, closing: closing.signal }, work, refusal)
  })
  servePages(app)
  const switches: StripeSwitches = {
    books,
    purchases: () => stripePurchases(books),
    arrivals: () => arrivals,
    fail(work, fault, times = 1) {
      faults.set(work, [...(faults.get(work) ?? []), ...Array.from({ length: times }, () => fault)])
    },
    letBanksAnswer: () => letBanksAnswer(world),
    calm() {
      faults.clear()
      webhooks.calm()
    },
  }
  serveControl(app, switches)
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

/** The switches, for programs of this machine. */
function serveControl(app: FastifyInstance, switches: StripeSwitches): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.all('/control/*', async ({ method, url, body, ip }, reply) => {
    if (!isLoopback(ip)) return reply.callNotFound()
    const given = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const answered = control(ordersToStripe(switches), method, url, given)
    return reply.code(answered.status).headers(answered.headers).send(answered.body)
  })
}

/** What browsers load from Stripe. */
function servePages(app: FastifyInstance): void {
  const html = (text: string) => async (_request: unknown, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').send(text)
  app.get('/frames/card', html(cardFrame))
  app.get('/frames/bank-account', html(bankAccountFrame))
  app.get('/frames/bank', html(bankFrame))
  app.get('/endive/stripe.js', async (request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(browserScript(`http://${request.headers.host ?? ''}`)),
  )
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function refusal(status: number) {
  return { error: { type: errorTypeOf(status), message: 'A simulated fault' } }
}

function errorTypeOf(status: number): string {
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}
