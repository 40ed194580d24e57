import { Agent, request } from 'node:https'
import { type HumanCheckPurpose, HumanCheckChallenge, getHumanCheck } from '@portal/contract/human-check'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Records } from './records.ts'

/** Where visitors go, and where the results of their calls are recorded. */
export interface Site {
  port: number
  certificate: string
  records: Records
}

/** What to send, and a text that the right answer contains. */
interface Asked {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Record<string, string>
  holds: string
}

/** Thrown when a call was not answered as it should be. It has been recorded. */
export class VisitBroken extends Error {}

const mostPatience = 30_000
const ChallengeReply = z.object({ challenge: HumanCheckChallenge })

/** A person with a browser of their own: an address, one TLS connection that stays open, and cookies. */
export class Visitor {
  readonly #site: Site
  readonly #agent: Agent
  readonly #cookies = new Map<string, string>()

  /** @param nth which visitor; each has its own address, because tries are counted by address */
  constructor(site: Site, nth: number, cookies: Record<string, string> = {}) {
    this.#site = site
    const localAddress = `127.${1 + ((nth >> 16) % 250)}.${(nth >> 8) & 255}.${nth & 255}`
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: 1,
      ca: site.certificate,
      servername: 'localhost',
      localAddress,
    })
    for (const [name, value] of Object.entries(cookies)) this.#cookies.set(name, value)
  }

  /**
   * Makes a call and records how long its answer took, counted from the moment the call was due.
   * @returns the text of the answer
   * @throws VisitBroken when it is not the right one.
   */
  async ask(kind: string, asked: Asked): Promise<string> {
    const due = performance.now()
    try {
      const { status, text } = await this.#send(asked)
      if (status !== 200 || !text.includes(asked.holds)) throw new Error(`${status} ${text.slice(0, 300)}`)
      this.#site.records.answered(kind, performance.now() - due)
      return text
    } catch (error) {
      this.#site.records.failed(kind, error instanceof Error ? error.message : String(error))
      throw new VisitBroken(kind, { cause: error })
    }
  }

  async solve(purpose: HumanCheckPurpose, key?: string): Promise<string> {
    const query = new URLSearchParams({ purpose, ...(key && { key }) })
    const path = `${getHumanCheck.path}?${query.toString()}`
    const { challenge } = ChallengeReply.parse(
      JSON.parse(await this.ask('human check', { method: 'GET', path, holds: '"challenge"' })),
    )
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }

  leave(): void {
    this.#agent.destroy()
  }

  #send({ method, path, body, headers }: Asked): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: this.#site.port,
          method,
          path,
          agent: this.#agent,
          timeout: mostPatience,
          headers: {
            host: `localhost:${this.#site.port}`,
            cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (reply) => {
          for (const cookie of reply.headers['set-cookie'] ?? []) this.#keep(cookie)
          let text = ''
          reply.setEncoding('utf8')
          reply.on('data', (part: string) => (text += part))
          reply.on('error', reject)
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
        },
      )
      asked.on('timeout', () => asked.destroy(new Error(`no answer within ${mostPatience / 1000} s`)))
      asked.on('error', reject)
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  #keep(cookie: string): void {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
    this.#cookies.set(name, value)
  }
}
