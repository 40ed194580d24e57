import type { Instant } from '@portal/contract/dates'
import type { OwnSession } from '@portal/contract/own-sessions'
import { sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'

/** Nobody looks through more of them. */
const most = 100

/** The live sessions of a customer, the asking one first, then what was used last. */
export async function selectOwnSessions(db: Db, customer: CustomerCaller, now: Instant): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select id, coalesce(device, '') as device, coalesce(client_address, '') as "clientAddress",
      created_at as "startedAt", last_seen_at as "lastUsedAt", id = ${customer.id}::bigint as "isThisOne"
    from session
    where web_user_id = ${customer.webUserId}::bigint and expires_at > ${now}::timestamptz
    order by "isThisOne" desc, last_seen_at desc, id desc
    limit ${most}::integer`.execute(db)
  return rows
}

/** Ends another live session of the same customer. @returns false when there is none of that id. */
export async function removeOtherSession(
  db: Db,
  customer: CustomerCaller,
  sessionId: number,
  now: Instant,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('web_user_id', '=', customer.webUserId)
    .where('id', '!=', customer.id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}
