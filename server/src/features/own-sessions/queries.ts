import type { Instant } from '@portal/contract/dates'
import type { OwnSession } from '@portal/contract/own-sessions'
import { sql } from 'kysely'
import type { AdminCaller, CustomerCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'

/** Whose sessions can be listed. */
export type SessionHolder = CustomerCaller | AdminCaller

/** Nobody looks through more than this many. */
const most = 100

/** The caller's live sessions: the current one first, then the most recently used. */
export async function selectOwnSessions(db: Db, holder: SessionHolder, now: Instant): Promise<OwnSession[]> {
  const { column, key } = ownerOf(holder)
  const { rows } = await sql<OwnSession>`
    select id, coalesce(device, '') as device, coalesce(client_address, '') as "clientAddress",
      created_at as "startedAt", last_seen_at as "lastUsedAt", id = ${holder.id}::bigint as "isThisOne"
    from session
    where ${sql.ref(column)} = ${key}::bigint and expires_at > ${now}::timestamptz
    order by "isThisOne" desc, last_seen_at desc, id desc
    limit ${most}::integer`.execute(db)
  return rows
}

/** What can still be said of a session that was ended. */
export type EndedSession = Pick<OwnSession, 'device' | 'clientAddress'>

/**
 * Ends another live session of the same person, unless the caller's own has been ended since the call began: whoever has
 * just been logged out must not log the owner out in return.
 * @returns what it was, or null when there is none of that id
 */
export async function removeOtherSession(
  tx: Tx,
  holder: SessionHolder,
  sessionId: number,
  now: Instant,
): Promise<EndedSession | null> {
  const { column, key } = ownerOf(holder)
  // Both are locked in the order of their ids, because two browsers may end each other's session at the same moment.
  const held = await tx
    .selectFrom('session')
    .select('id')
    .where('id', 'in', [holder.id, sessionId])
    .where(column, '=', key)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!held.some(({ id }) => id === holder.id)) return null
  const ended = await tx
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where(column, '=', key)
    .where('id', '!=', holder.id)
    .where('expires_at', '>', now)
    .returning((session) => [
      session.fn.coalesce('device', sql.lit('')).as('device'),
      session.fn.coalesce('client_address', sql.lit('')).as('clientAddress'),
    ])
    .executeTakeFirst()
  return ended ?? null
}

/**
 * The column that says whose a session is. Customers and administrators are numbered separately, so the number alone
 * does not tell.
 */
function ownerOf(holder: SessionHolder): { column: 'web_user_id' | 'admin_user_id'; key: number } {
  return holder.kind === 'admin'
    ? { column: 'admin_user_id', key: holder.adminUserId }
    : { column: 'web_user_id', key: holder.webUserId }
}
