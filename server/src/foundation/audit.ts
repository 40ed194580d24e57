import { createHash } from 'node:crypto'
import type { AuditAction, AuditEntry } from '@portal/contract/audit-log'
import type { Instant } from '@portal/contract/dates'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { AuditTables } from '../database/tables/audit.ts'

export interface Actor {
  kind: AuditEntry['actorKind']
  /** The key of the administrator or customer user, or null. */
  id: number | null
  name: string
}

/** Never a password, an answer, a code or a card. */
export interface AuditEvent {
  actor: Actor
  action: AuditAction
  outcome?: AuditEntry['outcome']
  /** Who or what it was done to, in words. */
  subject?: string
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
}

export interface AuditOrigin {
  clientAddress: string
  requestId: string
}

export const portalActor: Actor = { kind: 'system', id: null, name: '' }

export const guestActor: Actor = { kind: 'guest', id: null, name: '' }

/** Call it last in the transaction that does what it records: every other entry waits until that ends. */
export async function recordAudit(db: Db | Tx, event: AuditEvent, origin: AuditOrigin, now: Instant): Promise<void> {
  await sql`select ${auditAppended(event, origin, now)}`.execute(db)
}

/** For a statement that is a transaction of its own. It must be evaluated last. */
export function auditAppended(event: AuditEvent, origin: AuditOrigin, now: Instant): RawBuilder<unknown> {
  const entry: AuditContent = {
    at: now,
    actor_kind: event.actor.kind,
    actor_id: event.actor.id,
    actor: event.actor.name,
    action: event.action,
    outcome: event.outcome ?? 'done',
    subject: event.subject ?? '',
    address: origin.clientAddress,
    request_id: origin.requestId,
    before_change: event.before ? JSON.stringify(event.before) : null,
    after_change: event.after ? JSON.stringify(event.after) : null,
  }
  return sql`append_audit_entry(${entry.at}, ${entry.actor_kind}, ${entry.actor_id}, ${entry.actor}, ${entry.action},
    ${entry.outcome}, ${entry.subject}, ${entry.address}, ${entry.request_id}, ${entry.before_change},
    ${entry.after_change}, ${hashedText(entry)})`
}

export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'guest') return guestActor
  if (caller.kind === 'customer') return { kind: 'customer', id: caller.webUserId, name: caller.username }
  return { kind: 'admin', id: caller.adminUserId, name: caller.username }
}

interface AuditVerification {
  entries: number
  /** The first entry whose hash does not follow from those before it. */
  brokenAt: number | null
  /** To be kept elsewhere: it covers all entries before it. */
  lastHash: string
}

const verifiedAtOnce = 5000

export async function verifyAudit(db: Db): Promise<AuditVerification> {
  let previous: Buffer = firstHash
  let entries = 0
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('audit_entry')
      .select(['id', 'at', 'actor_kind', 'actor_id', 'actor', 'action', 'outcome', 'subject', 'address', 'request_id'])
      .select(['before_change', 'after_change', 'hash'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(verifiedAtOnce)
      .execute()
    for (const { id, hash, ...content } of rows) {
      if (!hashOf(previous, content).equals(hash)) return { entries, brokenAt: id, lastHash: previous.toString('hex') }
      previous = hash
      entries += 1
      last = id
    }
    if (rows.length < verifiedAtOnce) return { entries, brokenAt: null, lastHash: previous.toString('hex') }
  }
}

type AuditContent = Omit<Insertable<AuditTables['audit_entry']>, 'id' | 'hash'>

const firstHash = Buffer.alloc(32)

/** `append_audit_entry` computes the same. */
function hashOf(previous: Buffer, entry: AuditContent): Buffer {
  return createHash('sha256').update(previous).update(hashedText(entry)).digest()
}

/** An array of texts, so that no two different entries have the same form. */
function hashedText(entry: AuditContent): string {
  return JSON.stringify([
    entry.at,
    entry.actor_kind,
    entry.actor_id,
    entry.actor,
    entry.action,
    entry.outcome,
    entry.subject,
    entry.address,
    entry.request_id,
    entry.before_change,
    entry.after_change,
  ])
}
