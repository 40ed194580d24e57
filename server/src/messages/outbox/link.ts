import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/** The secret is never in the database: the delivery derives it from the email's nonce and LINK_SECRET (R8). */

type Needed = Pick<Deps['config'], 'LINK_SECRET'>

/** Stands in a stored email where the secret of its link belongs. */
export const linkPlaceholder = '{link-secret}'

/** The nonce is stored with the email; the digest recognizes the secret later. */
export function newLink(config: Needed): { nonce: string; tokenSha256: Buffer } {
  const nonce = randomUUID()
  return { nonce, tokenSha256: digestOfNonce(config, nonce) }
}

/** Of the secret that the delivery puts into the email. */
export function digestOfNonce(config: Needed, nonce: string): Buffer {
  return linkDigest(secretOf(config, nonce))
}

/** SHA-256: all that is kept of a link's secret. */
export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** An email without a link stays as it is. */
export function withLink(config: Needed, text: string, nonce: string | null): string {
  return nonce === null ? text : text.replaceAll(linkPlaceholder, secretOf(config, nonce))
}

/** 256 bits, as 43 characters that are allowed in an address. */
function secretOf({ LINK_SECRET }: Needed, nonce: string): string {
  return createHmac('sha256', LINK_SECRET).update(`link ${nonce}`).digest('base64url')
}
