import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/**
 * Links with a secret, for letters that let somebody in. The secret is never in the database: the letter waits with a mark
 * in its place, and the delivery makes the secret anew from the letter's nonce and the setting LINK_SECRET (R8).
 */

type Needed = Pick<Deps['config'], 'LINK_SECRET'>

/** Stands in a letter where the secret of its link comes. */
export const linkMark = '{link-secret}'

/** A new link: the nonce goes with the letter, the digest is what the secret is known again by. */
export function newLink(config: Needed): { nonce: string; tokenSha256: Buffer } {
  const nonce = randomUUID()
  return { nonce, tokenSha256: linkDigest(secretOf(config, nonce)) }
}

/** SHA-256 of a link's secret: all that is kept of it. */
export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A letter's text with the secret of its link put in; a letter without a link stays as it is, whatever stands in it. */
export function withLink(config: Needed, text: string, nonce: string | null): string {
  return nonce === null ? text : text.replaceAll(linkMark, secretOf(config, nonce))
}

/** 256 bits, as 43 characters that an address may carry. */
function secretOf({ LINK_SECRET }: Needed, nonce: string): string {
  return createHmac('sha256', LINK_SECRET).update(`link ${nonce}`).digest('base64url')
}
