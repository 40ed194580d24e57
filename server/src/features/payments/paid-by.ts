import { type RawBuilder, sql } from 'kysely'

/** Whom a payment is recorded for: the username behind the session, or null for a guest. Told by no client (R2). */
export function usernameOf(sessionId: number): RawBuilder<string | null> {
  return sql<string | null>`(
    select coalesce(web_user.username, admin_user.username) from session
    left join web_user on web_user.id = session.web_user_id
    left join admin_user on admin_user.id = session.admin_user_id
    where session.id = ${sessionId})`
}
