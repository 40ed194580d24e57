import { createHash, createHmac, randomUUID } from 'node:crypto'
import { type Instant, later } from '@portal/contract/dates'
import { linkMinutes } from '@portal/contract/forgot'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'

/** The secret is never in the database: the delivery derives it from the email's nonce and LINK_SECRET (R8). */

type Needed = Pick<Deps['config'], 'LINK_SECRET'>

/** Stands in a stored email where the secret of its link belongs. */
export const linkPlaceholder = '{link-secret}'

/** The nonce is stored with the email; the digest recognizes the secret later. */
export function newLink(config: Needed): { nonce: string; tokenSha256: Buffer } {
  const nonce = randomUUID()
  return { nonce, tokenSha256: linkDigest(secretOf(config, nonce)) }
}

/** SHA-256: all that is kept of a link's secret. */
export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** An email without a link stays as it is. */
export function withLink(config: Needed, text: string, nonce: string | null): string {
  return nonce === null ? text : text.replaceAll(linkPlaceholder, secretOf(config, nonce))
}

/** As late as possible (docs/decisions/011). False for a dead link: too late, or password or address have changed. */
export async function activateLink(db: Db, config: Needed, nonce: string, now: Instant): Promise<boolean> {
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
