import type { Instant } from '@portal/contract/dates'
import type { OwnSession } from '@portal/contract/own-sessions'
import { sql } from 'kysely'
import type { AdminCaller, CustomerCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { whyNoMore } from '../../foundation/sessions/still-allowed.ts'
import { refuseCommonly } from '../../http/problem.ts'

/** A person whose sessions can be listed. */
export type SessionHolder = CustomerCaller | AdminCaller

/** Nobody reads a list longer than this. */
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

/** What is known of a session after it was ended. */
export type EndedSession = Pick<OwnSession, 'device' | 'clientAddress'>

/**
 * Ends another live session of the same person, unless the caller's own session has been ended since the call began:
 * somebody who was just logged out must not log the owner out in return.
 * @returns the ended session, or null when there is none with that id
 * @throws Refusal when the caller's own session is over, or the level has changed
 */
export async function removeOtherSession(
  tx: Tx,
  holder: SessionHolder,
  sessionId: number,
  now: Instant,
): Promise<EndedSession | null> {
  const { table, column, key } = ownerOf(holder)
  // Every transaction that ends several sessions of a person locks the person's row first. So two browsers that end
  // each other, or one that changes the password meanwhile, wait here and cannot deadlock.
  await tx.selectFrom(table).select('id').where('id', '=', key).forNoKeyUpdate().execute()
  const refused = await whyNoMore(tx, holder)
  if (refused) throw refuseCommonly(refused)
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
 * The table of the person, and the column that says whose a session is. Customers and administrators are numbered
 * separately, so the number alone is not enough.
 */
function ownerOf(holder: SessionHolder) {
  return holder.kind === 'admin'
    ? ({ table: 'admin_user', column: 'admin_user_id', key: holder.adminUserId } as const)
    : ({ table: 'web_user', column: 'web_user_id', key: holder.webUserId } as const)
}
