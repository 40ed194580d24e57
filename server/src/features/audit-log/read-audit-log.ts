import { type AuditEntry, auditPageSize, type readAuditLog as readAuditLogCall } from '@portal/contract/audit-log'
import type { ReplyOf } from '@portal/contract/call'
import { visibleAdminName, visibleText } from '@portal/contract/text'
import type { Deps } from '../../deps.ts'
import { type AuditFilter, selectEntries } from './queries.ts'

/** A page of the audit log, newest first. Days are in the utility's time zone. */
export async function readAuditLog(
  { db, profile }: Pick<Deps, 'db' | 'profile'>,
  asked: Omit<AuditFilter, 'timeZone' | 'limit'>,
): Promise<ReplyOf<typeof readAuditLogCall>> {
  // One entry more than is shown tells whether there is another page.
  const rows = await selectEntries(db, { ...asked, timeZone: profile.timeZone, limit: auditPageSize + 1 })
  return { entries: rows.slice(0, auditPageSize).map(entryOf), hasMore: rows.length > auditPageSize }
}

function entryOf(row: Awaited<ReturnType<typeof selectEntries>>[number]): AuditEntry {
  const { id, at, actor_kind: actorKind, action, outcome, address } = row
  const actor = actorKind === 'admin' ? visibleAdminName(row.actor) : visibleText(row.actor)
  const subject = action.startsWith('admin-') ? visibleAdminName(row.subject) : visibleText(row.subject)
  const before = changeOf(row.before_change)
  const after = changeOf(row.after_change)
  return { id, at, actorKind, actor, action, outcome, subject, address, before, after }
}

function changeOf(json: string | null): Record<string, unknown> | null {
  const change: unknown = json === null ? null : JSON.parse(json)
  return typeof change === 'object' && change !== null ? { ...change } : null
}
