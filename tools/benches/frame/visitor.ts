import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { type HumanCheckPurpose, getHumanCheck } from '@portal/contract/human-check'
import { solutionOf } from '../../world/payer.ts'

interface VisitorOptions {
  /** Cookies that the visitor has already, such as `portal-admin=…`. */
  cookies?: readonly string[]
  /** The visitor's own address and the portal's certificate, behind a proxy with TLS. Tries are counted by address. */
  tls?: { from: string; certificate: string }
  /** At most this many connections; without it, as many as there are requests at once. */
  connections?: number
}

interface Answer {
  text: string
  cookie: string
}

const mostPatience = 60_000

/** A person with open connections and cookies, who makes calls with as little work as possible. */
export class Visitor {
  readonly #url: URL
  readonly #agent: Agent
  /** By name. */
  readonly #cookies: Map<string, string>

  constructor(portal: string, { cookies = [], tls, connections = Infinity }: VisitorOptions = {}) {
    this.#url = new URL(portal)
    this.#cookies = new Map(cookies.map((cookie) => [cookie.split('=')[0] ?? '', cookie]))
    const kept = { keepAlive: true, maxSockets: connections }
    const secured = tls && { ca: tls.certificate, servername: 'localhost', localAddress: tls.from }
    this.#agent = secured ? new TlsAgent({ ...kept, ...secured }) : new Agent(kept)
  }

  /**
   * Posts, or gets when there is no body.
   * @throws Error when it is not the right answer, which holds this text
   */
  async ask(path: string, body: unknown, holds: string, headers: Record<string, string> = {}): Promise<Answer> {
    let text = ''
    const cookie = await this.read(path, body, headers, (part) => (text += part.toString()))
    if (!text.includes(holds)) throw new Error(`200 ${text.slice(0, 300)}`)
    return { text, cookie }
  }

  /** Solves the human verification. */
  async solve(purpose: HumanCheckPurpose, key?: string): Promise<string> {
    const query = new URLSearchParams({ purpose, ...(key && { key }) })
    const { text } = await this.ask(`${getHumanCheck.path}?${query.toString()}`, undefined, '"challenge"')
    return await solutionOf(text)
  }

  /**
   * Passes on the answer as it comes.
   * @returns the first cookie that it sets, as it is sent back; empty when it sets none
   * @throws Error when it is not answered with 200
   */
  async read(
    path: string,
    body: unknown,
    headers: Record<string, string>,
    onPart: (part: Buffer) => unknown,
  ): Promise<string> {
    const reply = await this.#send(path, body === undefined ? undefined : JSON.stringify(body), headers)
    const set = (reply.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '')
    for (const cookie of set) this.#cookies.set(cookie.split('=')[0] ?? '', cookie)
    const refusal: Buffer[] = []
    for await (const part of reply) {
      if (!Buffer.isBuffer(part)) continue
      if (reply.statusCode === 200) onPart(part)
      else refusal.push(part)
    }
    if (reply.statusCode !== 200)
      throw new Error(`${reply.statusCode} ${Buffer.concat(refusal).toString().slice(0, 300)}`)
    return set[0] ?? ''
  }

  leave(): void {
    this.#agent.destroy()
  }

  #send(path: string, body: string | undefined, headers: Record<string, string>): Promise<IncomingMessage> {
    const { protocol, port, host } = this.#url
    const options: RequestOptions = {
      host: '127.0.0.1',
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      agent: this.#agent,
      timeout: mostPatience,
      headers: {
        host,
        cookie: [...this.#cookies.values()].join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    }
    return new Promise((resolve, reject) => {
      const asked = protocol === 'https:' ? tlsRequest(options, resolve) : request(options, resolve)
      asked.on('timeout', () => asked.destroy(new Error(`no answer within ${mostPatience / 1000} s`)))
      asked.on('error', reject)
      asked.end(body)
    })
  }
}
