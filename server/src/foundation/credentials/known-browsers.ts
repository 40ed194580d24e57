import { randomBytes } from 'node:crypto'
import { type Instant, later } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { isSameName } from '../../database/sql.ts'
import { digestOf } from '../sessions/session.ts'

/** Strangers lock out only browsers that are not known for a user: a known one has its own count (docs/security.md). */

const day = 24 * 60 * 60_000

/** A browser is forgotten when nobody has signed in for this long. */
export const knownForDays = 180

/** Of a user. Where nothing is kept, each login is a new one. */
const mostKnown = 20

export interface KnownBrowser {
  id: number
  expiresAt: Instant
}

const userOf = { customer: ['web_user', 'web_user_id'], admin: ['admin_user', 'admin_user_id'] } as const
type Kind = keyof typeof userOf

/** Null unless the user of that name has signed in there before. */
export async function findKnownBrowser(
  db: Db,
  kind: Kind,
  { token, username, now }: { token: string | null; username: string; now: Instant },
): Promise<KnownBrowser | null> {
  if (token === null) return null
  const [table, column] = userOf[kind]
  const { rows } = await sql<KnownBrowser>`
    select known_browser.id, known_browser.expires_at as "expiresAt"
    from known_browser join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = ${sql.ref(`known_browser.${column}`)}
    where known_browser.token_sha256 = ${digestOf(token)} and known_browser.expires_at > ${now}::timestamptz
      and ${isSameName(`${table}.username`, username)}`.execute(db)
  return rows[0] ?? null
}

/** A new user there, or a new day, renews the token, so that a planted one is worthless. Null when it stays. */
export async function rememberBrowser(
  db: Db,
  { held, known }: { held: string | null; known: KnownBrowser | null },
  user: { kind: Kind; id: number },
  now: Instant,
): Promise<string | null> {
  if (known && known.expiresAt > later(now, (knownForDays - 1) * day)) return null
  const token = randomBytes(32).toString('base64url')
  const column = userOf[user.kind][1]
  const others = held === null ? sql`false` : sql`token_sha256 = ${digestOf(held)}`
  const isOwn = sql`${sql.ref(column)} is not distinct from ${user.id}::bigint`
  await sql`
    with gone as (delete from known_browser where ${others} and ${isOwn}),
    moved as (update known_browser set token_sha256 = ${digestOf(token)} where ${others} and not (${isOwn})),
    oldest as (delete from known_browser where id = any(array(
      select id from known_browser where ${sql.ref(column)} = ${user.id}::bigint order by expires_at desc, id desc offset ${mostKnown - 1}::integer)))
    insert into known_browser (token_sha256, ${sql.ref(column)}, expires_at)
    values (${digestOf(token)}, ${user.id}::bigint, ${later(now, knownForDays * day)}::timestamptz)`.execute(db)
  return token
}

/** Somebody else may have signed in there. */
export async function forgetBrowsers(tx: Tx, user: { kind: Kind; id: number }): Promise<void> {
  await tx.deleteFrom('known_browser').where(userOf[user.kind][1], '=', user.id).execute()
}
