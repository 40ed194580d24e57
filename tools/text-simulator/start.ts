import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Orders, control, isLoopback, json, withBody } from '../gateway-simulator/control.ts'
import { HttpFault, serve } from '../gateway-simulator/http-faults.ts'
import { pagePolicy } from '../mail-catcher/page.ts'
import { type Messages, openMessages } from './messages.ts'
import { phonesPage, phonesStyle } from './phones-page.ts'
import { type Phones, startPhones } from './phones.ts'
import { type TextWork, answer, refusal } from './twilio-api.ts'

interface TextSimulatorOptions {
  /** Where the messages are kept. */
  books: string
  host?: string
  port?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

/** What tests read and change. */
interface TextSwitches extends Omit<Phones, 'repliesUrl'> {
  messages: Messages
  /** Makes the next `times` requests for this work go wrong. */
  fail(work: TextWork, fault: HttpFault, times?: number): void
  /** As in the beginning. */
  calm(): void
}

export interface RunningTexts extends TextSwitches {
  url: string
  port: number
  close(): Promise<void>
}

/** Starts a stand-in of Twilio’s API and of the phones behind it (see README.md). */
export async function startTextSimulator(options: TextSimulatorOptions): Promise<RunningTexts> {
  const closing = new AbortController()
  const messages = await openMessages(options.books, options.now)
  const { follow, repliesUrl, ...phones } = startPhones(messages, closing.signal)
  const faults = new Map<TextWork, HttpFault[]>()
  const switches: TextSwitches = {
    ...phones,
    messages,
    fail(work, fault, times = 1) {
      faults.set(work, [...(faults.get(work) ?? []), ...Array.from({ length: times }, () => fault)])
    },
    calm() {
      faults.clear()
      phones.deliveries.calm()
      phones.reportUntil('delivered')
    },
  }
  const app = webOf(switches)
  const api = async (request: FastifyRequest, reply: FastifyReply) => {
    const { method, url: path, body, headers } = request
    const fault = faults.get(method === 'POST' ? 'create' : 'read')?.shift() ?? null
    const form = typeof body === 'string' ? body : ''
    const asked = { method, path, body: form, authorization: headers.authorization }
    const work = async () => await answer({ messages, repliesUrl, follow }, asked)
    return await serve(
      { request, reply, fault, closing: closing.signal },
      work,
      (status) => refusal(status, 20500).body,
    )
  }
  app.all('/2010-04-01/*', api)
  app.all('/v1/*', api)
  const url = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  return {
    ...switches,
    url,
    port: Number(new URL(url).port),
    async close() {
      closing.abort()
      await app.close()
      await messages.close()
    },
  }
}

/** The phones’ page, and the control port. */
function webOf(switches: TextSwitches) {
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': pagePolicy, 'x-content-type-options': 'nosniff' })
  })
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(phonesPage(switches.messages)))
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(phonesStyle))
  app.post('/reply', async (request, reply) => {
    const { from, body } = Reply.parse(Object.fromEntries(new URLSearchParams(String(request.body))))
    await switches.reply(from, body)
    return reply.redirect('/', 303)
  })
  app.all('/control/*', async ({ method, url, body, ip }, reply) => {
    if (!isLoopback(ip)) return reply.callNotFound()
    const answered = control(ordersTo(switches), method, url, Buffer.isBuffer(body) ? body : Buffer.alloc(0))
    return reply.code(answered.status).headers(answered.headers).send(answered.body)
  })
  return app
}

const Reply = z.object({ from: z.string().regex(/^\+\d+$/), body: z.string().min(1).max(1600) })

const FaultOrder = z.object({
  fault: HttpFault,
  times: z.number().int().min(1).max(10_000).default(1),
  work: z.enum(['create', 'read']).default('create'),
})
const Settings = z.object({
  lose: z.number().int().min(0).optional(),
  repeat: z.number().int().min(1).optional(),
  delay: z.number().int().min(0).optional(),
  reportUntil: z.enum(['accepted', 'sent', 'delivered']).optional(),
})

function ordersTo({ messages, reply, fail, deliveries, reportUntil, calm }: TextSwitches): Orders {
  return {
    'GET /control/messages': () => json(200, { messages: messages.list() }),
    'POST /control/replies': (body) =>
      withBody(Reply, body, (said) => void reply(said.from, said.body).catch(() => undefined)),
    'POST /control/faults': (body) => withBody(FaultOrder, body, ({ work, fault, times }) => fail(work, fault, times)),
    'DELETE /control/faults': () => {
      calm()
      return json(200, {})
    },
    'PATCH /control/settings': (body) =>
      withBody(Settings, body, ({ lose, repeat, delay, reportUntil: status }) => {
        if (lose !== undefined) deliveries.lose(lose)
        if (repeat !== undefined) deliveries.repeat(repeat)
        if (delay !== undefined) deliveries.delay(delay)
        if (status !== undefined) reportUntil(status)
      }),
  }
}
