import type { AuditAction, AuditEntry } from '@portal/contract/audit-log'
import type { Instant } from '@portal/contract/dates'
import type { Generated } from 'kysely'

/** The audit log. */
export interface AuditTables {
  audit_entry: {
    id: Generated<number>
    at: Instant
    actor_kind: AuditEntry['actorKind']
    actor_id: number | null
    actor: string
    action: AuditAction
    outcome: AuditEntry['outcome']
    subject: string
    address: string
    request_id: string
    /** JSON. */
    before_change: string | null
    /** JSON. */
    after_change: string | null
    hash: Buffer
  }
}
