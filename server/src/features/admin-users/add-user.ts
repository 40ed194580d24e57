import { adminLevelNames } from '@portal/contract/admin-levels'
import type { insertAdmin as insertAdminCall } from '@portal/contract/admin-users'
import { adminUsersTexts } from '@portal/contract/admin-users-texts'
import type { AdminLevel, ReplyOf } from '@portal/contract/call'
import { later } from '@portal/contract/dates'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, portalActor, recordAudit } from '../../foundation/audit/audit.ts'
import { hashSecret, matchesSecret } from '../../foundation/credentials/hashing.ts'
import { recordTouch } from '../../foundation/four-eyes/four-eyes.ts'
import { whyNoMore } from '../../foundation/sessions/still-allowed.ts'
import { refuseCommonly } from '../../http/problem.ts'
import { findJustAdded, insertAdmin } from './queries.ts'

/** An administrator to be added. */
export interface NewAdmin {
  username: string
  email: string
  level: AdminLevel
  password: string
  /** Whether others know the password, so that another one has to be chosen at the first sign-in. */
  mustChangePassword: boolean
}

/** The same administrator, added again within this many minutes, is taken for a request whose reply was lost. */
const repeatMinutes = 10

/**
 * Adds an administrator (A§2). If two people add the same username at once, one is told that it is taken. Whoever adds
 * the same administrator again, because the reply was lost, is told that it is done.
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
  const same = await db.transaction().execute(async (tx) => {
    const forbidden = caller && (await whyNoMore(tx, caller))
    if (forbidden) throw refuseCommonly(forbidden)
    const id = await insertAdmin(tx, { ...admin, passwordHash }, now)
    if (id === null) return { hash: await findJustAdded(tx, admin, later(now, -repeatMinutes * 60_000)) }
    if (caller) await recordTouch(tx, id, caller, now)
    const after = { email: admin.email, role: adminLevelNames[admin.level] }
    await recordAudit(tx, { actor, action: 'admin-added', subject: admin.username, after }, origin, now)
    return null
  })
  if (!same || (await matchesSecret(same.hash, password))) return { result: 'Success' }
  return { result: 'Failed', description: adminUsersTexts.usernameTaken }
}
