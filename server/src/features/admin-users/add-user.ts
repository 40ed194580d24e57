import { adminLevelNames } from '@portal/contract/admin-levels'
import { adminUsersTexts, type insertAdmin as insertAdminCall } from '@portal/contract/admin-users'
import type { AdminLevel, ReplyOf } from '@portal/contract/call'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, portalActor, recordAudit } from '../../foundation/audit/audit.ts'
import { hashSecret } from '../../foundation/credentials/hashing.ts'
import { whyNoMore } from '../../foundation/sessions/still-allowed.ts'
import { refuseCommonly } from '../../http/problem.ts'
import { insertAdmin } from './queries.ts'

/** An administrator to be added. */
export interface NewAdmin {
  username: string
  email: string
  level: AdminLevel
  password: string
}

/**
 * Adds an administrator (A§2). If two people add the same username at once, one is told that it is taken.
 * @param caller who adds them; null on the command line
 * @throws Refusal when the caller has been logged out or given another level meanwhile; TooManyHashes
 */
export async function addUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller | null,
  { password, ...admin }: NewAdmin,
  origin: AuditOrigin,
): Promise<ReplyOf<typeof insertAdminCall>> {
  const passwordHash = await hashSecret(password)
  const now = clock.now()
  const actor = caller ? actorOf(caller) : portalActor
  return await db.transaction().execute(async (tx) => {
    const forbidden = caller && (await whyNoMore(tx, caller))
    if (forbidden) throw refuseCommonly(forbidden)
    const id = await insertAdmin(tx, { ...admin, passwordHash }, now)
    if (id === null) return { result: 'Failed' as const, description: adminUsersTexts.usernameTaken }
    const after = { email: admin.email, role: adminLevelNames[admin.level] }
    await recordAudit(tx, { actor, action: 'admin-added', subject: admin.username, after }, origin, now)
    return { result: 'Success' as const }
  })
}
