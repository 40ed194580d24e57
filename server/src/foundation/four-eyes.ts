import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { AdminCaller } from '../caller.ts'
import type { Tx } from '../database/connect.ts'

/** An administrator stays in the hands of whoever changed their login for this long. */
const inHandsForHours = 24

/** A change of another one's login: added, password, level or second factor. */
export async function recordTouch(tx: Tx, adminUserId: number, by: AdminCaller, now: Instant): Promise<void> {
  await tx
    .insertInto('admin_touch')
    .values({ admin_user_id: adminUserId, touched_by: by.adminUserId, touched_at: now })
    .execute()
}

/** One has changed the other's login in the last 24 hours, or somebody both. Every approval by two people asks this. */
export async function mayBeOnePerson(
  tx: Tx,
  asked: { by: number; at: Instant },
  approved: { by: AdminCaller; at: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    with recursive
    asking (person, at) as (select ${asked.by}::bigint, ${asked.at}::timestamptz ${handsOf('asking')}),
    approving (person, at) as (select ${approved.by.adminUserId}::bigint, ${approved.at}::timestamptz ${handsOf('approving')})
    select from asking join approving on approving.person = asking.person limit 1`.execute(tx)
  return rows.length > 0
}

/** The clocks of machines may differ by seconds. */
function handsOf(found: 'asking' | 'approving'): RawBuilder<unknown> {
  const { person, at } = { person: sql.ref(`${found}.person`), at: sql.ref(`${found}.at`) }
  return sql`
    union select touch.touched_by, touch.touched_at from ${sql.table(found)}
    join admin_touch touch on touch.admin_user_id = ${person}
      and touch.touched_at > ${at} - ${inHandsForHours}::integer * interval '1 hour'
      and touch.touched_at < ${at} + interval '1 minute'`
}
