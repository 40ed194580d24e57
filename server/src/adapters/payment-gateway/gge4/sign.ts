import { createHash, createHmac } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'

interface ToSign {
  method: 'POST'
  /** Path only, without host or query. */
  path: string
  contentType: string
  body: string
  now: Instant
  keyId: string
  hmacKey: string
}

/** Content-Type, date, digest of the body, and an HMAC-SHA1 of all of them. */
export function signedHeaders(request: ToSign): Record<string, string> {
  const digest = contentDigest(request.body)
  // The gateway refuses a date with fractions of a second.
  const date = request.now.replace(/\.\d+Z$/, 'Z')
  const signed = [request.method, request.contentType, digest, date, request.path].join('\n')
  const signature = createHmac('sha1', request.hmacKey).update(signed).digest('base64')
  return {
    'Content-Type': request.contentType,
    'x-gge4-date': date,
    'x-gge4-content-sha1': digest,
    Authorization: `GGE4_API ${request.keyId}:${signature}`,
  }
}

/** SHA-1 of the exact bytes of a body, in lower-case hexadecimal, as both directions of the wire carry it. */
export function contentDigest(body: string | Buffer): string {
  return createHash('sha1').update(body).digest('hex')
}
