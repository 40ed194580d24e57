import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'

interface Exchange {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
  /** Milliseconds for name look-up, connection and TLS, and for the whole exchange. */
  connectTimeout: number
  totalTimeout: number
}

export interface HttpReply {
  kind: 'reply'
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** `notSent`: no byte was written. `lost`: it may have arrived. Reasons never quote text from the wire. */
export type Exchanged = HttpReply | { kind: 'notSent'; reason: string } | { kind: 'lost'; reason: string }

/** A gateway reply is about 3 kB; more than this is not a gateway reply. */
export const mostReplyBytes = 256 * 1024

/** Always on a new connection: a dead one hides whether the request arrived. Never rejects. @throws TypeError */
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

  // Node writes nothing before `end`, so until here it is certain that nothing was sent, and may be reported so.
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

/** Such as ` (ECONNRESET)`, and nothing else, because messages may quote what was sent. */
function codeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : ''
}
