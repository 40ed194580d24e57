import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for the username for which a payment is recorded: that of the session, never one that a client claims (R2); null
 * for a guest.
 */
export function usernameOf(sessionId: number): RawBuilder<string | null> {
  return sql<string | null>`(
    select coalesce(web_user.username, admin_user.username) from session
    left join web_user on web_user.id = session.web_user_id
    left join admin_user on admin_user.id = session.admin_user_id
    where session.id = ${sessionId})`
}
