import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'

/** One HTTP request, and how long it may take. */
interface Exchange {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
  /** Milliseconds for name look-up, connection and TLS, and for the whole exchange. */
  connectTimeout: number
  totalTimeout: number
}

/** A reply that arrived whole, whatever its status. */
export interface HttpReply {
  kind: 'reply'
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * How one HTTP exchange ended. Reasons are our own words and system error codes, never text from the wire.
 * - `notSent`: no byte of the request was written, for certain.
 * - `lost`: the request may have arrived, but no whole reply came back.
 */
export type Exchanged = HttpReply | { kind: 'notSent'; reason: string } | { kind: 'lost'; reason: string }

/** A gateway reply is about 3 kB; more than this is not a gateway reply. */
export const mostReplyBytes = 256 * 1024

/**
 * Makes one HTTP request on a new connection, without retries and redirects. It never reuses a connection: a reused one
 * may be dead already, and then nobody can tell whether the request arrived. Never rejects.
 * @throws TypeError at once, with nothing sent, for a header or address that Node refuses to send.
 */
export function exchange(ask: Exchange): Promise<Exchanged> {
  const { promise, resolve } = Promise.withResolvers<Exchanged>()
  const secure = ask.url.protocol === 'https:'
  const request = (secure ? https : http).request(ask.url, { method: ask.method, headers: ask.headers, agent: false })
  let sent = false
  let over = false

  const finish = (end: Exchanged): void => {
    over = true
    clearTimeout(connecting)
    clearTimeout(whole)
    resolve(end)
    request.destroy()
  }
  const fail = (reason: string): void => finish(sent ? { kind: 'lost', reason } : { kind: 'notSent', reason })
  const connecting = setTimeout(() => fail('no connection in time'), ask.connectTimeout)
  const whole = setTimeout(() => fail('no whole reply in time'), ask.totalTimeout)

  // Node writes neither head nor body before `end` is called, so until here it is certain that nothing was sent. Once
  // that has been reported, nothing may be sent.
  const send = (): void => {
    if (over) return
    clearTimeout(connecting)
    sent = true
    request.end(ask.body)
  }
  request.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', send))
  request.once('response', (response) => collect(response, finish, fail))
  request.on('error', (error) => fail(`connection failed${codeOf(error)}`))
  return promise
}

function collect(response: IncomingMessage, finish: (end: Exchanged) => void, fail: (reason: string) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostReplyBytes) fail('the reply is too long')
    else chunks.push(chunk)
  })
  response.on('error', (error) => fail(`the reply broke off${codeOf(error)}`))
  response.on('close', () => fail('the reply broke off'))
  response.on('end', () => {
    if (!response.complete) return fail('the reply broke off')
    const status = response.statusCode ?? 0
    return finish({ kind: 'reply', status, headers: response.headers, body: Buffer.concat(chunks) })
  })
}

/** The code of a system error, such as ` (ECONNRESET)`, and nothing else, because messages may quote what was sent. */
function codeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : ''
}
