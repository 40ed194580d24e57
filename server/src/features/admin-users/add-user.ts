import { adminLevelNames } from '@portal/contract/admin-levels'
import { adminUsersTexts, type insertAdmin as insertAdminCall } from '@portal/contract/admin-users'
import type { AdminLevel, ReplyOf } from '@portal/contract/call'
import type { Deps } from '../../deps.ts'
import { type Actor, type AuditOrigin, recordAudit } from '../../foundation/audit/audit.ts'
import { hashSecret } from '../../foundation/credentials/hashing.ts'
import { insertAdmin } from './queries.ts'

/** An administrator to be added. */
export interface NewAdmin {
  username: string
  email: string
  level: AdminLevel
  password: string
}

/** Adds an administrator (A§2). If two people add the same username at once, one is told that it is taken. */
export async function addUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { password, ...admin }: NewAdmin,
  origin: AuditOrigin,
): Promise<ReplyOf<typeof insertAdminCall>> {
  const passwordHash = await hashSecret(password)
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    const id = await insertAdmin(tx, { ...admin, passwordHash }, now)
    if (id === null) return { result: 'Failed' as const, description: adminUsersTexts.usernameTaken }
    const after = { email: admin.email, role: adminLevelNames[admin.level] }
    await recordAudit(tx, { actor, action: 'admin-added', subject: admin.username, after }, origin, now)
    return { result: 'Success' as const }
  })
}
