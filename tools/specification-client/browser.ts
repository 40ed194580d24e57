import { setTimeout as wait } from 'node:timers/promises'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'

/** A call that was made, and where the specification speaks of it. */
export interface MadeCall {
  /** `POST /api/v1/user-login` */
  call: string
  section: string
}

/** A reply is not what the specification shows. */
export class DiffersFromSpecification extends Error {
  override readonly name = 'DiffersFromSpecification'
}

/** How often a reply is asked for again until it says what is waited for, and how long is waited in between. */
const looks = 40
const pause = 250

/**
 * The browser of a person who uses the portal. It keeps its cookies, records every call, and compares every reply with
 * the names that the specification shows for it. Additional names do not count as a difference.
 */
export class Browser {
  readonly #portal: string
  readonly #made: MadeCall[]
  readonly #cookies = new Map<string, string>()

  constructor(portal: string, made: MadeCall[]) {
    this.#portal = portal
    this.#made = made
  }

  /** @throws DiffersFromSpecification when the reply is another than the one shown. */
  async get<Reply extends z.ZodType>(section: string, path: string, reply: Reply): Promise<z.output<Reply>> {
    return await this.#ask(section, { method: 'GET', path }, reply)
  }

  /** Sends a body as JSON. @throws DiffersFromSpecification */
  async post<Reply extends z.ZodType>(
    section: string,
    path: string,
    body: object,
    reply: Reply,
  ): Promise<z.output<Reply>> {
    const sent = { method: 'POST', path, body: JSON.stringify(body), type: 'application/json' }
    return await this.#ask(section, sent, reply)
  }

  /** Sends a form with texts and a file, `multipart/form-data`. @throws DiffersFromSpecification */
  async postForm<Reply extends z.ZodType>(
    section: string,
    path: string,
    fields: Readonly<Record<string, string | Blob>>,
    reply: Reply,
  ): Promise<z.output<Reply>> {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return await this.#ask(section, { method: 'POST', path, body }, reply)
  }

  /**
   * Asks until the reply says what is waited for. @throws DiffersFromSpecification when it does not within ten seconds.
   */
  async getUntil<Reply extends z.ZodType>(
    section: string,
    path: string,
    reply: Reply,
    isSo: (reply: z.output<Reply>) => boolean,
  ): Promise<void> {
    for (let look = 0; look < looks; look++) {
      if (isSo(await this.get(section, path, reply))) return
      await wait(pause)
    }
    throw new DiffersFromSpecification(`${path} (${section}) never said what was waited for`)
  }

  /**
   * Solves the human verification (C§2.6, A§4). The specification says that there is one and shows no call of it: these
   * two are additions of ours. An answer handed in counts for the next `validate-account` or `payeezy` of this
   * browser.
   */
  async verifyHuman(purpose: 'account' | 'checkout'): Promise<void> {
    const path = '/api/v1/human-check'
    const { challenge } = await this.get('C§2.6', `${path}?purpose=${purpose}`, z.object({ challenge: Challenge }))
    const solution = await solveChallenge({ challenge, deriveKey })
    const answer = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    await this.post('C§2.6', path, { purpose, answer }, z.object({}))
  }

  async #ask<Reply extends z.ZodType>(section: string, sent: Sent, reply: Reply): Promise<z.output<Reply>> {
    const call = `${sent.method} ${sent.path.replace(/\?.*/, '')}`
    const response = await fetch(this.#portal + sent.path, {
      method: sent.method,
      headers: {
        // As a page of the portal sends it: the portal takes changes from its own pages only.
        origin: this.#portal,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(sent.type && { 'content-type': sent.type }),
      },
      ...(sent.body !== undefined && { body: sent.body }),
    })
    this.#keepCookies(response)
    const text = await response.text()
    const said = response.ok ? reply.safeParse(parseJson(text)) : null
    if (!said?.success) {
      const why = said ? `\n${z.prettifyError(said.error)}` : ''
      throw new DiffersFromSpecification(`${call} (${section}) answered ${response.status}: ${text}${why}`)
    }
    this.#made.push({ call, section })
    return said.data
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
  }
}

interface Sent {
  method: string
  path: string
  body?: string | FormData
  /** Left to the form when that is what is sent. */
  type?: string
}

/** A challenge of the ALTCHA protocol, handed to its solver as it came. */
const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string().optional(),
})

/** @returns nothing for a text that is no JSON, which fits no reply. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
