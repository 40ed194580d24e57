import { createHash, createHmac, randomUUID } from 'node:crypto'
import { type Instant, later } from '@portal/contract/dates'
import { linkMinutes } from '@portal/contract/forgot'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'

/**
 * Links with a secret, for letters that let somebody in. The secret is never in the database. The stored letter has a
 * mark in its place, and the delivery derives the secret from the letter's nonce and the setting LINK_SECRET (R8).
 */

type Needed = Pick<Deps['config'], 'LINK_SECRET'>

/** Stands in a stored letter where the secret of its link belongs. */
export const linkMark = '{link-secret}'

/** A new link. The nonce is stored with the letter; the digest recognizes the secret later. */
export function newLink(config: Needed): { nonce: string; tokenSha256: Buffer } {
  const nonce = randomUUID()
  return { nonce, tokenSha256: linkDigest(secretOf(config, nonce)) }
}

/** SHA-256 of a link's secret: all that is kept of it. */
export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A letter's text with the secret of its link filled in. A letter without a link stays as it is. */
export function withLink(config: Needed, text: string, nonce: string | null): string {
  return nonce === null ? text : text.replaceAll(linkMark, secretOf(config, nonce))
}

/**
 * Makes a letter's link valid, as late as possible before it is sent (docs/decisions/011).
 * @returns false when the link would be dead: the letter has waited too long, or the password or e-mail address has
 *   changed meanwhile
 */
export async function beginLinkLife(db: Db, config: Needed, nonce: string, now: Instant): Promise<boolean> {
  const begun = await db
    .updateTable('recovery')
    .set({ link_good_until: sql<Instant>`least(${later(now, linkMinutes * 60_000)}::timestamptz, expires_at)` })
    .where('token_sha256', '=', linkDigest(secretOf(config, nonce)))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return begun.numUpdatedRows === 1n
}

/** 256 bits, as 43 characters that are allowed in an address. */
function secretOf({ LINK_SECRET }: Needed, nonce: string): string {
  return createHmac('sha256', LINK_SECRET).update(`link ${nonce}`).digest('base64url')
}
