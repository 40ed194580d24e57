import { adminLevelNames } from '@portal/contract/admin-levels'
import { adminUsersTexts } from '@portal/contract/admin-users'
import type { AdminLevel } from '@portal/contract/call'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { whyEasy } from '../../foundation/credentials/easy-passwords.ts'
import { hashSecret } from '../../foundation/credentials/hashing.ts'
import { forgiveAdmin } from '../../foundation/credentials/prove-admin-password.ts'
import { endSessionsOf } from '../../foundation/sessions/session.ts'
import { whyNoMore } from '../../foundation/sessions/still-allowed.ts'
import { refuseCommonly, refuseField } from '../../http/problem.ts'
import { type ListedAdmin, holdAdmin, removeAdmin, updateLevel, updatePassword } from './queries.ts'

type Needed = Pick<Deps, 'db' | 'clock'>

/** Why a change of an administrator was refused, in the words of the contract; null when it was made. */
export type WhyNot = string | null

/**
 * What a change does once it is known to be allowed. It returns what the audit log says of it, why it was refused, or
 * null when there was nothing to change.
 */
type Change = (tx: Tx, admin: ListedAdmin, superAdmins: number) => Promise<string | Omit<AuditEvent, 'actor'> | null>

/** Deletes an administrator, whose sessions end at once (A§2). */
export async function deleteUser(deps: Needed, caller: AdminCaller, id: number, origin: AuditOrigin): Promise<WhyNot> {
  return await change(deps, { caller, id, origin }, async (tx, admin, superAdmins) => {
    if (admin.level === 1 && superAdmins === 1) return adminUsersTexts.lastSuperAdmin
    await removeAdmin(tx, id)
    const before = { email: admin.email, role: adminLevelNames[admin.level] }
    return { action: 'admin-deleted', subject: admin.username, before }
  })
}

/**
 * Sets the password of another administrator, whose sessions end at once. One whom wrong passwords have locked out can
 * sign in with it without waiting.
 * @throws Refusal for a password that is easy to guess; TooManyHashes.
 */
export async function changePassword(
  deps: Needed & Pick<Deps, 'profile' | 'counters' | 'config'>,
  caller: AdminCaller,
  { id, password }: { id: number; password: string },
  origin: AuditOrigin,
): Promise<WhyNot> {
  const passwordHash = await hashSecret(password)
  let username = ''
  const whyNot = await change(deps, { caller, id, origin }, async (tx, admin) => {
    const easy = whyEasy(password, { username: admin.username, profile: deps.profile })
    if (easy !== null) throw refuseField('new_password', easy)
    await updatePassword(tx, id, passwordHash, deps.clock.now())
    await endSessionsOf(tx, { kind: 'admin', adminUserId: id })
    username = admin.username
    return { action: 'admin-password-changed', subject: username }
  })
  if (whyNot === null) await forgiveAdmin(deps, username)
  return whyNot
}

/**
 * Changes the level of another administrator. `was` is the level that the caller saw: when it has changed meanwhile,
 * the change is refused, unless it changed to the same level, as when a change is sent again because its reply was lost.
 */
export async function changeRole(
  deps: Needed,
  caller: AdminCaller,
  { id, level, was }: { id: number; level: AdminLevel; was?: AdminLevel | undefined },
  origin: AuditOrigin,
): Promise<WhyNot> {
  return await change(deps, { caller, id, origin }, async (tx, admin, superAdmins) => {
    if (admin.level === level) return null
    if (was !== undefined && was !== admin.level) return adminUsersTexts.changedMeanwhile
    if (admin.level === 1 && level !== 1 && superAdmins === 1) return adminUsersTexts.lastSuperAdmin
    await updateLevel(tx, id, level)
    const [before, after] = [{ role: adminLevelNames[admin.level] }, { role: adminLevelNames[level] }]
    return { action: 'admin-role-changed', subject: admin.username, before, after }
  })
}

/** Changes another administrator; refused for the caller's own user and for one who is gone. */
async function change(
  { db, clock }: Needed,
  { caller, id, origin }: { caller: AdminCaller; id: number; origin: AuditOrigin },
  make: Change,
): Promise<WhyNot> {
  if (id === caller.adminUserId) return adminUsersTexts.ownUser
  return await db.transaction().execute(async (tx) => {
    const { admin, superAdmins } = await holdAdmin(tx, id, caller.adminUserId)
    const forbidden = await whyNoMore(tx, caller)
    if (forbidden) throw refuseCommonly(forbidden)
    if (!admin) return adminUsersTexts.gone
    const made = await make(tx, admin, superAdmins)
    if (made === null || typeof made === 'string') return made
    await recordAudit(tx, { ...made, actor: actorOf(caller) }, origin, clock.now())
    return null
  })
}
