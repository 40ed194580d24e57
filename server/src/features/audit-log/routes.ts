import {
  type AuditAction,
  type AuditEntry,
  auditPageSize,
  readAuditLog as readAuditLogCall,
} from '@portal/contract/audit-log'
import type { ReplyOf } from '@portal/contract/call'
import type { CalendarDate } from '@portal/contract/dates'
import { visibleAdminName, visibleText } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { endOfDay, startOfDay } from '../../database/sql.ts'
import type { Database } from '../../database/tables.ts'
import type { Deps } from '../../deps.ts'
import { adminRoute } from '../../http/route.ts'

/** For super admins (docs/security.md). */
export function auditLogRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, readAuditLogCall, async ({ query }) => await readAuditLog(deps, query))
}

/** Newest first; days are in the utility's time zone. */
async function readAuditLog(
  { db, profile }: Pick<Deps, 'db' | 'profile'>,
  request: Omit<AuditFilter, 'timeZone' | 'limit'>,
): Promise<ReplyOf<typeof readAuditLogCall>> {
  // One more than is shown tells whether there is another page.
  const rows = await selectEntries(db, { ...request, timeZone: profile.timeZone, limit: auditPageSize + 1 })
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

interface AuditFilter {
  /** An entry's number, exclusive. */
  before?: number | undefined
  action?: AuditAction | undefined
  /** The whole username, in either case. */
  actor?: string | undefined
  /** Whole words in any order, in either case. */
  subject?: string | undefined
  /** In that time zone. */
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
  timeZone: string
  limit: number
}

/** Newest first. */
async function selectEntries(db: Db, filter: AuditFilter) {
  return await entriesQuery(db, filter).execute()
}

/** For the test of its plan. Up to a day, reads backwards by time; by number, all later entries would be read first. */
export function entriesQuery(db: Db, filter: AuditFilter) {
  const entries = db
    .selectFrom('audit_entry')
    .select(['id', 'at', 'actor_kind', 'actor', 'action', 'outcome', 'subject', 'address'])
    .select(['before_change', 'after_change'])
    .where((entry) => entry.and(conditions(entry, filter)))
    .limit(filter.limit)
  return filter.to ? entries.orderBy('at', 'desc').orderBy('id', 'desc') : entries.orderBy('id', 'desc')
}

function conditions(
  entry: ExpressionBuilder<Database, 'audit_entry'>,
  { before, action, actor, subject, from, to, timeZone }: AuditFilter,
): Expression<SqlBool>[] {
  const conditionsOf: Expression<SqlBool>[] = []
  if (before !== undefined) conditionsOf.push(to ? isEarlier(before) : entry('id', '<', before))
  if (action !== undefined) conditionsOf.push(entry('action', '=', action))
  if (actor) conditionsOf.push(sql<boolean>`lower(actor) = lower(${actor}::text)`)
  if (subject) conditionsOf.push(sql<boolean>`${wordsOf(sql.ref('subject'))} @> ${wordsOf(sql`${subject}::text`)}`)
  if (from) conditionsOf.push(sql<boolean>`at >= ${startOfDay(from, timeZone)}`)
  if (to) conditionsOf.push(sql<boolean>`at < ${endOfDay(to, timeZone)}`)
  return conditionsOf
}

/** By time: the machines' clocks may differ by seconds. */
function isEarlier(than: number): RawBuilder<boolean> {
  const at = sql`(select mark.at from audit_entry mark where mark.id <= ${than}::bigint order by mark.id desc limit 1)`
  return sql<boolean>`(at, id) < (${at}, ${than}::bigint)`
}

/** Without the commas between accounts, as in the index. */
function wordsOf(text: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql`regexp_split_to_array(lower(${text}), '[[:space:],]+')`
}
