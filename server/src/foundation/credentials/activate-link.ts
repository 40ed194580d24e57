import { type Instant, later } from '@portal/contract/dates'
import { linkMinutes } from '@portal/contract/forgot'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** As late as possible (docs/decisions/011). @param digest of the link's secret. @returns false for a dead link: too late, or password or address have changed */
export async function activateLink(db: Db, digest: Buffer, now: Instant): Promise<boolean> {
  const begun = await db
    .updateTable('recovery')
    .set({ link_good_until: sql<Instant>`least(${later(now, linkMinutes * 60_000)}::timestamptz, expires_at)` })
    .where('token_sha256', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return begun.numUpdatedRows === 1n
}
