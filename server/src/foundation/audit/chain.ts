import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { AuditTables } from '../../database/tables/audit.ts'

/** What a hash covers: the whole entry except its number. */
export type AuditContent = Omit<Insertable<AuditTables['audit_entry']>, 'id' | 'hash'>

/** Stands in for the previous hash of the first entry. */
export const firstHash = Buffer.alloc(32)

/** The hash of the entry after the one whose hash is `previous`; `append_audit_entry` computes the same. */
export function hashOf(previous: Buffer, entry: AuditContent): Buffer {
  return createHash('sha256').update(previous).update(hashedText(entry)).digest()
}

/**
 * The part of an entry that its hash covers, as an array of texts, so that no two different entries have the same form.
 */
export function hashedText(entry: AuditContent): string {
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
