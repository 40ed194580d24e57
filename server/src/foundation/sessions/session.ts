import { createHash, randomBytes } from 'node:crypto'
import type { SessionKind } from '@portal/contract/call'
import { type Instant, epochOf, later } from '@portal/contract/dates'
import type { Deps } from '../../deps.ts'
import { findByToken, insertSession, markSeen, removeSession } from './queries.ts'

/** Who makes a call: one browser, of one kind (design R5). */
export interface Session {
  id: number
  kind: SessionKind
}

type Needed = Pick<Deps, 'db' | 'clock'>

const minute = 60_000
const hour = 60 * minute

/** Sessions are written at most this often; their ends are that much later, so that nobody is cut off early. */
const seenEvery = minute

/**
 * How long a session of each kind lives without a call, and at most. Customers and administrators end at fifteen minutes
 * (C§4, A§4); a guest may come back to a payment result for an hour.
 */
const lives: Readonly<Record<SessionKind, { idle: number; longest: number }>> = {
  guest: { idle: hour, longest: 24 * hour },
  customer: { idle: 15 * minute, longest: 12 * hour },
  admin: { idle: 15 * minute, longest: 12 * hour },
}

/** Opens a session; `token` is the only copy of its secret, 256 random bits to keep in the browser's cookie. */
export async function openSession(
  { db, clock }: Needed,
  kind: SessionKind,
): Promise<{ session: Session; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const id = await insertSession(db, {
    token_sha256: digestOf(token),
    kind,
    created_at: now,
    last_seen_at: now,
    expires_at: endOf(kind, now, now),
  })
  return { session: { id, kind }, token }
}

/** The live session a cookie's token stands for, or null. Being found keeps a session alive. */
export async function findSession({ db, clock }: Needed, kind: SessionKind, token: string): Promise<Session | null> {
  // Anything else in the cookie was never a token; it costs no query.
  if (!/^[\w-]{43}$/.test(token)) return null
  const now = clock.now()
  const found = await findByToken(db, digestOf(token), kind, now)
  if (!found) return null
  if (epochOf(now) - epochOf(found.last_seen_at) >= seenEvery) {
    await markSeen(db, found.id, now, endOf(kind, found.created_at, now))
  }
  return { id: found.id, kind }
}

/** Ends a session at once, on the server: its cookie is worth nothing from now on. */
export async function endSession({ db }: Pick<Needed, 'db'>, session: Session): Promise<void> {
  await removeSession(db, session.id)
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function endOf(kind: SessionKind, createdAt: Instant, seenAt: Instant): Instant {
  const { idle, longest } = lives[kind]
  const idleEnd = later(seenAt, idle + seenEvery)
  const lastEnd = later(createdAt, longest)
  return idleEnd < lastEnd ? idleEnd : lastEnd
}
