import { readAuditLog as readAuditLogCall } from '@portal/contract/audit-log'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute } from '../../http/route.ts'
import { readAuditLog } from './read-audit-log.ts'

/** The audit log, for super admins to read (docs/security.md). */
export function auditLogRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, readAuditLogCall, async ({ query }) => await readAuditLog(deps, query))
}
