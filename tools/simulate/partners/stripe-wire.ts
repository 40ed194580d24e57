import Stripe from 'stripe'
import { z } from 'zod'
import {
  type Reply,
  type StripeRequest,
  keyInUse,
  refused,
  type stripeApi,
  workOf,
} from '../../gateway-simulator/stripe/answer.ts'
import type { Work } from '../../gateway-simulator/stripe/works.ts'
import type { FaultDice } from '../faults.ts'
import type { Random } from '../random.ts'
import { type Scheduler, type SimulatedProcess, world } from '../scheduler.ts'

interface WireParts {
  scheduler: Scheduler
  dice: FaultDice
  random: Random
  api: ReturnType<typeof stripeApi>
  /** Called when a charge or refund leaves a process; `answered` unless it is lost on the way. */
  onSent(what: 'confirm' | 'refund', about: string, answered: Promise<unknown> | null): void
}

const second = 1000
/** How long a process stands still inside the client: until others look the charge up, or have stopped looking. */
const stalls = [90_000, 3 * 3_600_000] as const
/** How long a suspended machine sleeps. */
const suspension = 3 * 24 * 3_600_000

/** The network between the processes of a simulated world and Stripe. */
export class StripeWire {
  readonly #parts: WireParts
  #blindUntil = 0
  awayUntil = 0
  /** When a machine slept, in milliseconds since 1970. */
  readonly asleep: { from: number; until: number }[] = []

  constructor(parts: WireParts) {
    this.#parts = parts
  }

  /** The network as one process sees it. Its client waits for a reply in simulated time. */
  of(process: SimulatedProcess): Stripe.HttpClient {
    return {
      getClientName: () => 'simulated',
      makeRequest: async (_host, _port, path, method, headers, body, _protocol, timeout) => {
        const { authorization, key } = keysIn(headers)
        const request = { method, path, body, authorization, idempotencyKey: key }
        const reply =
          method === 'GET' ? await this.#read(process, request) : await this.#change(process, request, timeout)
        await this.#parts.scheduler.pause(process)
        return new SimulatedReply(reply)
      },
    }
  }

  async #read(process: SimulatedProcess, request: StripeRequest): Promise<Reply | null> {
    const { scheduler, dice, random, api } = this.#parts
    await scheduler.pause(process)
    const now = scheduler.epoch()
    if (dice.happens('searchSlow')) await scheduler.sleep(process, random.between(1, 14) * second)
    if (dice.happens('searchAwayForDays')) this.awayUntil = now + random.between(1, 60) * 3_600 * second
    if (dice.happens('searchAway') || scheduler.epoch() < this.awayUntil) throw new Error('no connection')
    const reply = await api(request)
    if (workOf(request) !== 'listRefunds') return this.#seen(reply)
    if (dice.happens('searchBlind')) this.#blindUntil = now + random.between(1, 90) * 60 * second
    return scheduler.epoch() < this.#blindUntil
      ? { ...reply, body: { object: 'list', data: [], has_more: false } }
      : reply
  }

  async #change(process: SimulatedProcess, request: StripeRequest, timeout: number): Promise<Reply | null> {
    const { scheduler, dice, random } = this.#parts
    await scheduler.pause(process)
    const work = workOf(request)
    const isSuspended = dice.happens('suspendedInClient')
    if (isSuspended) {
      const from = scheduler.epoch()
      this.asleep.push({ from, until: from + suspension })
      await scheduler.sleep(process, suspension)
    } else if (dice.happens('stallInClient')) await scheduler.sleep(process, dice.pick(stalls))
    if (dice.happens('gatewayRefuses')) throw new Error('connection refused')
    const refusal = await this.#refusalBefore(request, work)
    if (refusal) return refusal
    const isLost = dice.happens('requestLost')
    if (isLost || dice.happens('resetBefore')) {
      this.#send(request, null)
      return isLost ? await this.#timeOut(process, timeout) : reset()
    }
    const delay = dice.happens('gatewayLate')
      ? timeout + random.between(1, 120 * second)
      : random.between(0, 3) * second
    const deciding = this.#decide(request, work, delay)
    this.#send(request, deciding)
    // The connection did not survive the suspension.
    if (isSuspended || dice.happens('answerLost')) return this.#timeOut(process, timeout)
    const reply = await Promise.race([deciding, scheduler.sleep(process, timeout).then(() => null)])
    if (!reply) throw Stripe.HttpClient.makeTimeoutError()
    if (dice.happens('resetAfter')) return reset()
    if (dice.happens('proxyPage')) return null
    if (work === 'confirmIntent' && reply.status === 200 && dice.happens('gatewayMisspeaks')) return misspoken
    return this.#seen(reply)
  }

  /** What Stripe answers without doing anything. */
  async #refusalBefore(request: StripeRequest, work: Work | null): Promise<Reply | null> {
    const { dice } = this.#parts
    const error = (type: string, code?: string) => ({ error: { type, code, message: 'A simulated fault' } })
    if (dice.happens('rateLimited')) {
      return { status: 429, body: error('invalid_request_error', dice.pick(['rate_limit', 'lock_timeout'])) }
    }
    if (dice.happens('keyInUse')) return refused(keyInUse())
    const isKept = work === 'createRefund' && dice.happens('gatewayKeeps') && !(await this.#isRefunded(request))
    return isKept ? { status: 400, body: error('invalid_request_error', 'charge_disputed') } : null
  }

  /** Of what was given back, Stripe says so, whatever else it could say. */
  async #isRefunded(request: StripeRequest): Promise<boolean> {
    const intent = new URLSearchParams(request.body).get('payment_intent')
    const path = `/v1/payment_intents/${intent}?expand[0]=latest_charge`
    const { body } = await this.#parts.api({ ...request, method: 'GET', path, body: '' })
    return Refunded.safeParse(body).success
  }

  /** Stripe goes on working, whatever happens to the process that asked. */
  async #decide(request: StripeRequest, work: Work | null, delay: number): Promise<Reply> {
    const { scheduler, dice, api } = this.#parts
    await scheduler.sleep(world, delay)
    const id = /payment_intents\/(\w+)\/cancel/.exec(request.path)?.[1]
    if (work === 'cancelIntent' && dice.lies('cancelLies')) {
      const path = `/v1/payment_intents/${id}?expand[0]=latest_charge`
      const { body } = await api({ ...request, method: 'GET', path, body: '' })
      return { status: 200, body: { ...z.looseObject({}).parse(body), status: 'canceled' } }
    }
    if (!dice.happens('saved500')) return await api(request)
    if (dice.pick([true, false])) await api(request)
    return { status: 500, body: { error: { type: 'api_error', message: 'A simulated fault' } } }
  }

  #send({ path, body }: StripeRequest, deciding: Promise<unknown> | null): void {
    const intent = /payment_intents\/(\w+)\/confirm/.exec(path)?.[1]
    if (intent) this.#parts.onSent('confirm', intent, deciding)
    const reference = path === '/v1/refunds' ? new URLSearchParams(body).get('metadata[reference]') : null
    if (reference) this.#parts.onSent('refund', reference, deciding)
  }

  async #timeOut(process: SimulatedProcess, timeout: number): Promise<never> {
    await this.#parts.scheduler.sleep(process, timeout)
    throw Stripe.HttpClient.makeTimeoutError()
  }

  /** An intent as a client sees it: maybe without the bank's number, maybe in a status that it does not know. */
  #seen({ status, body }: Reply): Reply {
    const { dice } = this.#parts
    let text = JSON.stringify(body)
    if (dice.isAbout('searchBare'))
      text = text.replaceAll(/"authorization_code":"[A-M][^"]*"/g, '"authorization_code":null')
    if (dice.happens('newStatus')) text = text.replace(/"status":"(?!canceled)\w+"/, '"status":"weighed"')
    return { status, body: JSON.parse(text) }
  }
}

const Refunded = z.object({ latest_charge: z.object({ refunded: z.literal(true) }) })

const misspoken: Reply = {
  status: 402,
  body: { error: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'Declined' } },
}

function reset(): never {
  throw new TypeError('fetch failed')
}

function keysIn(headers: Readonly<Record<string, unknown>>) {
  const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return { authorization: asText(headers['Authorization']), key: asText(headers['Idempotency-Key']) }
}

/** Null is a page of HTML. */
class SimulatedReply extends Stripe.HttpClientResponse {
  readonly #body: unknown

  constructor(reply: Reply | null) {
    super(reply?.status ?? 502, {})
    this.#body = reply ? structuredClone(reply.body) : null
  }

  /** The client hangs it on each object. */
  override getRawResponse(): object {
    return {}
  }

  override async toJSON(): Promise<unknown> {
    return this.#body ?? JSON.parse('<html>')
  }
}
