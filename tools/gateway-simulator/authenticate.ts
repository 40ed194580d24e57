import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayCredentials } from './credentials.ts'

/** Every refusal is 401 with one line of plain text. */
export const refusals = {
  credentials: 'Unauthorized Request. Bad or missing credentials.',
  signature: 'Unauthorized Request. Invalid signature.',
  dateMissing: 'Unauthorized Request. The x-gge4-date header is missing.',
  dateFormat: 'Unauthorized Request. The x-gge4-date header is not in ISO8601 format.',
  dateSkew: 'Unauthorized Request. The x-gge4-date header is invalid.',
  digest: 'Unauthorized Request. The body does not match x-gge4-content-sha1.',
  lockedOut: 'Unauthorized Request. Too many failures. Try again in 15 minutes.',
} as const
type Refusal = (typeof refusals)[keyof typeof refusals]

const failuresUntilLockOut = 5
const lockOutTime = 15 * 60_000

export interface SignedRequest {
  headers: IncomingHttpHeaders
  path: string
  body: Buffer
}

export interface Doorkeeper {
  /** Why the request's headers are refused, or null. */
  checkHeaders(request: SignedRequest): Refusal | null
  /** Why the terminal in the body is refused, or null. A success resets the count of failures. */
  checkTerminal(id: string, password: string): Refusal | null
}

/** Deliberately shares no code with the client, so that a mistake in the client's signing is noticed. */
export function doorkeeper(credentials: GatewayCredentials, now: () => number, dateSkew: number): Doorkeeper {
  let failures = 0
  let lockedUntil = 0

  const counted = (refusal: Refusal | null): Refusal | null => {
    if (refusal === null) return null
    failures += 1
    if (failures < failuresUntilLockOut) return refusal
    failures = 0
    lockedUntil = now() + lockOutTime
    return refusal
  }
  return {
    checkHeaders(request) {
      if (now() < lockedUntil) return refusals.lockedOut
      return counted(headerRefusal(credentials, request, { now: now(), skew: dateSkew }))
    },
    checkTerminal(id, password) {
      const known = id === credentials.id && password === credentials.password
      if (known) failures = 0
      return counted(known ? null : refusals.credentials)
    },
  }
}

function headerRefusal(
  credentials: GatewayCredentials,
  { headers, path, body }: SignedRequest,
  time: { now: number; skew: number },
): Refusal | null {
  const [, keyId, signature] = /^GGE4_API ([^:]+):(.+)$/.exec(headers.authorization ?? '') ?? []
  if (keyId !== credentials.keyId || signature === undefined) return refusals.credentials
  const date = headers['x-gge4-date']
  if (typeof date !== 'string') return refusals.dateMissing
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date)) return refusals.dateFormat
  if (!(Math.abs(Date.parse(date) - time.now) <= time.skew)) return refusals.dateSkew
  const digest = createHash('sha1').update(body).digest('hex')
  if (headers['x-gge4-content-sha1'] !== digest) return refusals.digest
  const signed = `POST\n${headers['content-type'] ?? ''}\n${digest}\n${date}\n${path}`
  const expected = createHmac('sha1', credentials.hmacKey).update(signed).digest('base64')
  return sameText(signature, expected) ? null : refusals.signature
}

export function replySignature(credentials: GatewayCredentials, path: string, body: Buffer, now: number) {
  const digest = createHash('sha1').update(body).digest('hex')
  const date = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
  const signed = `POST\napplication/xml\n${digest}\n${date}\n${path}`
  const signature = createHmac('sha1', credentials.hmacKey).update(signed).digest('base64')
  return {
    'X-GGE4-Date': date,
    'X-GGE4-CONTENT-SHA1': digest,
    Authorization: `GGE4_API ${credentials.keyId}:${signature}`,
  }
}

export function isSearchUser(credentials: GatewayCredentials, authorization: string | undefined): boolean {
  const expected = Buffer.from(`${credentials.searchUser}:${credentials.searchPassword}`).toString('base64')
  return sameText(authorization ?? '', `Basic ${expected}`)
}

function sameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
