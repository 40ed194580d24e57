import { createHash } from 'node:crypto'
import { parse } from 'qs'
import { advanceDebits } from './debits.ts'
import { StripeRefusal, type StripeWorld } from './endpoint.ts'
import { type Endpoint, type Work, works } from './works.ts'

export interface StripeKeys {
  secretKey: string
  publishableKey: string
}

export interface StripeRequest {
  method: string
  /** With its query. */
  path: string
  /** Form encoded. */
  body: string
  authorization: string | undefined
  idempotencyKey: string | undefined
}

export interface Reply {
  status: number
  body: unknown
  isReplayed?: boolean
}

/** The work that a request asks for; null when there is no such call. */
export function workOf({ method, path }: Pick<StripeRequest, 'method' | 'path'>): Work | null {
  return callOf(method, path)?.work ?? null
}

/** Stripe's API without the network: checks the key, repeats what was replied before, and does the work. */
export function stripeApi(world: StripeWorld, keys: StripeKeys): (request: StripeRequest) => Promise<Reply> {
  const inFlight = new Set<string>()
  return async (request) => {
    const call = callOf(request.method, request.path)
    if (!call) return refused(new StripeRefusal(404, { type: 'invalid_request_error', message: 'Unrecognized URL' }))
    const key = call.endpoint.isForPages ? keys.publishableKey : keys.secretKey
    if (request.authorization !== `Bearer ${key}`) return refused(new StripeRefusal(401, invalidKey))
    await advanceDebits(world)
    const params = { ...parse(call.query), ...parse(request.body), ...(call.id !== undefined && { id: call.id }) }
    const reply = await once({ world, inFlight }, request, params, async () => call.endpoint.run(world, params))
    // What was read may have been written just now: it is told only once it is on disk.
    await world.books.flushed()
    return reply
  }
}

const invalidKey = { type: 'invalid_request_error', message: 'Invalid API Key provided' } as const

interface Call {
  work: Work
  endpoint: Endpoint
  id: string | undefined
  query: string
}

const patterns = [...works].map(([work, endpoint]) => {
  const pattern = new RegExp(`^${endpoint.path.replace(':id', '(?<id>[^/]+)')}$`)
  return { work, endpoint, pattern }
})

function callOf(method: string, path: string): Call | null {
  const [place = '', query = ''] = path.split('?', 2)
  for (const { work, endpoint, pattern } of patterns) {
    const found = endpoint.method === method ? pattern.exec(place) : null
    if (found) return { work, endpoint, id: found.groups?.['id'], query }
  }
  return null
}

/** Stripe's idempotency: the first reply to a key is kept, and repeats get it, whatever has happened since. */
async function once(
  { world: { books }, inFlight }: { world: StripeWorld; inFlight: Set<string> },
  { method, path, idempotencyKey }: StripeRequest,
  params: object,
  run: () => Promise<unknown>,
): Promise<Reply> {
  const key = method === 'POST' ? idempotencyKey : undefined
  if (key === undefined) return await replyOf(run)
  const text = `${path} ${JSON.stringify(params)}`
  const hash = createHash('sha256').update(text).digest('hex')
  const kept = books.replies.get(key)
  if (kept && kept.hash !== hash) {
    const message = 'Keys for idempotent requests can only be used with the same parameters'
    return refused(new StripeRefusal(400, { type: 'idempotency_error', message }))
  }
  if (kept) return { status: kept.status, body: kept.body, isReplayed: true }
  if (inFlight.has(key)) return refused(keyInUse())
  inFlight.add(key)
  try {
    const reply = await replyOf(run)
    // What is refused before anything is done may be tried again with the same key.
    if (![400, 401, 409, 429].includes(reply.status)) {
      await books.keep({ kind: 'reply', value: { key, hash, ...reply } })
    }
    return reply
  } finally {
    inFlight.delete(key)
  }
}

export function keyInUse(): StripeRefusal {
  const message = 'There is currently another in-progress request using this Idempotency Key'
  return new StripeRefusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
}

async function replyOf(run: () => Promise<unknown>): Promise<Reply> {
  try {
    return { status: 200, body: await run() }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return refused(error)
  }
}

export function refused({ status, error }: StripeRefusal): Reply {
  return { status, body: { error } }
}
