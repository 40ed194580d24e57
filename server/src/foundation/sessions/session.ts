import { createHash, randomBytes } from 'node:crypto'
import type { AdminLevel } from '@portal/contract/admin-levels'
import type { SessionKind } from '@portal/contract/call'
import { type Instant, epochOf, later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { visibleAdminName } from '@portal/contract/text'
import Bowser from 'bowser'
import { type Insertable, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { PeopleTables } from '../../database/tables/people.ts'
import type { Deps } from '../../deps.ts'

export type SessionOwner =
  | { kind: 'guest' }
  | { kind: 'customer'; webUserId: number }
  | { kind: 'admin'; adminUserId: number }

export interface SessionOrigin {
  clientAddress: string
  device: string
}

type Needed = Pick<Deps, 'db' | 'clock'>

const minute = 60_000
const hour = 60 * minute

/** The end of a session is written at most this often, and set later by as much, so that nobody is cut off early. */
const seenEvery = minute

/** Customers and administrators: C§4, A§4. A guest may return to a payment result for an hour. */
const lives: Readonly<Record<SessionKind, { idle: number; longest: number }>> = {
  guest: { idle: hour, longest: 24 * hour },
  customer: { idle: 15 * minute, longest: 12 * hour },
  admin: { idle: 15 * minute, longest: 12 * hour },
}

/** `token` is the only copy of its secret: 256 random bits for the browser's cookie. */
export async function openSession(
  { db, clock }: { db: Db | Tx; clock: Needed['clock'] },
  owner: SessionOwner,
  origin?: SessionOrigin,
): Promise<{ id: number; token: string }> {
  const { row, token } = newSession(owner, clock.now(), origin)
  return { id: await insertSession(db, row), token }
}

export function newSession(
  owner: SessionOwner,
  now: Instant,
  origin?: SessionOrigin,
): { row: Insertable<PeopleTables['session']>; token: string } {
  const token = newToken()
  const row = {
    token_sha256: digestOf(token),
    kind: owner.kind,
    created_at: now,
    last_seen_at: now,
    expires_at: endOf(owner.kind, now, now),
    web_user_id: owner.kind === 'customer' ? owner.webUserId : null,
    admin_user_id: owner.kind === 'admin' ? owner.adminUserId : null,
    device: origin?.device ?? null,
    client_address: origin?.clientAddress ?? null,
  }
  return { row, token }
}

/** Null without a live session. `passively` does not keep it alive: for calls that a page makes by itself. */
export async function findSession(
  { db, clock }: Needed,
  kind: SessionKind,
  token: string,
  { passively = false } = {},
): Promise<Caller | null> {
  // Any other text was never a token, so no query is needed.
  if (!/^[\w-]{43}$/.test(token)) return null
  const now = clock.now()
  const found = await findByToken(db, digestOf(token), kind, now)
  if (!found) return null
  const isSeen = !passively && epochOf(now) - epochOf(found.last_seen_at) >= seenEvery
  const endsAt = isSeen ? endOf(kind, found.created_at, now) : found.expires_at
  const caller = callerOf(found, kind, endsAt)
  if (caller && isSeen) await markSeen(db, found.id, now, endsAt)
  return caller
}

function callerOf(found: FoundSession, kind: SessionKind, endsAt: Instant): Caller | null {
  const { id } = found
  const mustChangePassword = found.password_is_given ?? false
  if (kind === 'guest') return { id, kind }
  if (kind === 'customer') {
    const { web_user_id: webUserId, person_id: personId, web_username: username } = found
    if (!webUserId || !personId || username === null) return null
    return { id, kind, webUserId, personId, username, mustChangePassword, endsAt }
  }
  const { admin_user_id: adminUserId, admin_username: name, level } = found
  if (!adminUserId || name === null || !level) return null
  return { id, kind, adminUserId, username: visibleAdminName(name), level, mustChangePassword, endsAt }
}

/** At once. False when it had ended before. */
export async function endSession(db: Db | Tx, sessionId: number): Promise<boolean> {
  return await removeSession(db, sessionId)
}

/** The old token no longer works, and everything that belongs to the session stays. */
export async function renewToken(db: Db | Tx, sessionId: number): Promise<string> {
  const token = newToken()
  await replaceToken(db, sessionId, digestOf(token))
  return token
}

/** The transaction must hold the user's row: two that end sessions of one person could deadlock otherwise. */
export async function endSessionsOf(
  db: Db | Tx,
  owner: Exclude<SessionOwner, { kind: 'guest' }>,
  keptSessionId: number | null = null,
): Promise<void> {
  if (owner.kind === 'customer') await removeSessionsOf(db, 'web_user_id', owner.webUserId, keptSessionId)
  else await removeSessionsOf(db, 'admin_user_id', owner.adminUserId, keptSessionId)
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function endOf(kind: SessionKind, createdAt: Instant, seenAt: Instant): Instant {
  const { idle, longest } = lives[kind]
  const idleEnd = later(seenAt, idle + seenEvery)
  const lastEnd = later(createdAt, longest)
  return idleEnd < lastEnd ? idleEnd : lastEnd
}

/** No ordinary browser has a longer `User-Agent`; the rest of a longer one is ignored. */
const longestUserAgent = 400
const longestDevice = 100

/** In plain words, such as 'Firefox on Android'; empty when the `User-Agent` does not say. */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent.slice(0, longestUserAgent))
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, longestDevice)
}

async function insertSession(db: Db | Tx, session: Insertable<PeopleTables['session']>): Promise<number> {
  const row = await db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Every call of a signed-in person runs this, so its SQL is fixed text instead of being built each time. */
export async function findByToken(
  db: Db | Tx,
  tokenSha256: Buffer,
  kind: SessionKind,
  now: Instant,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select session.id, session.created_at, session.last_seen_at, session.expires_at,
      web_user.id as web_user_id, web_user.person_id, web_user.username as web_username,
      admin_user.id as admin_user_id, admin_user.username as admin_username, admin_user.level,
      coalesce(web_user.password_is_given, admin_user.password_is_given) as password_is_given
    from session
    left join web_user on web_user.id = session.web_user_id
    left join admin_user on admin_user.id = session.admin_user_id
    where session.token_sha256 = ${tokenSha256} and session.kind = ${kind} and session.expires_at > ${now}`.execute(db)
  return rows[0]
}

/** The columns of other kinds of session are null. */
interface FoundSession {
  id: number
  created_at: Instant
  last_seen_at: Instant
  expires_at: Instant
  web_user_id: number | null
  person_id: PersonId | null
  web_username: string | null
  admin_user_id: number | null
  admin_username: string | null
  level: AdminLevel | null
  password_is_given: boolean | null
}

async function markSeen(db: Db | Tx, id: number, now: Instant, expiresAt: Instant): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now, expires_at: expiresAt }).where('id', '=', id).execute()
}

/** With the accounts opened to it. False when it was not there. */
async function removeSession(db: Db | Tx, id: number): Promise<boolean> {
  const removed = await db.deleteFrom('session').where('id', '=', id).executeTakeFirst()
  return removed.numDeletedRows === 1n
}

async function replaceToken(db: Db | Tx, id: number, tokenSha256: Buffer): Promise<void> {
  await db.updateTable('session').set({ token_sha256: tokenSha256 }).where('id', '=', id).execute()
}

async function removeSessionsOf(
  db: Db | Tx,
  column: 'web_user_id' | 'admin_user_id',
  userId: number,
  keptSessionId: number | null,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where(column, '=', userId)
    // No session has the id 0.
    .where('id', '!=', keptSessionId ?? 0)
    .execute()
}
