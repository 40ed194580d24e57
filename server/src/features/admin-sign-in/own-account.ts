import type { AdminSession, confirmSecondFactor, updateAdminPassword } from '@portal/contract/admin-sign-in'
import { NewAdminUsername } from '@portal/contract/admin-users'
import type { ReplyOf } from '@portal/contract/call'
import { adminSignInTexts } from '@portal/contract/console-texts'
import { type Instant, epochOf } from '@portal/contract/dates'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { findAdmin, verifyAdminPassword } from '../../foundation/credentials/admins.ts'
import { hashSecret, isSameSecret } from '../../foundation/credentials/hashing.ts'
import type { GivenPassword } from '../../foundation/credentials/password-attempts.ts'
import { weakPasswordReason } from '../../foundation/credentials/weak-passwords.ts'
import { endSessionsOf, renewToken } from '../../foundation/sessions/session.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import { refuseCommonly, refuseField } from '../../refusal.ts'
import { verifiedFactor, setUpSecondFactor } from './second-factor.ts'
import { holdAdmin } from './sign-in.ts'

/** The session's end is told as if nothing more is done. */
export async function readSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
): Promise<AdminSession> {
  const admin = await findAdmin(db, caller.adminUserId)
  if (!admin) throw refuseCommonly('not-signed-in')
  const { adminUserId: id, username, level, mustChangePassword, endsAt } = caller
  const secondsLeft = Math.max(0, Math.floor((epochOf(endsAt) - epochOf(clock.now())) / 1000))
  const needsRename = !NewAdminUsername.safeParse(admin.username).success
  const hasSecondFactor = admin.second_factor_secret !== null
  return { id, username, level, needsRename, hasSecondFactor, mustChangePassword, endsAt, secondsLeft }
}

interface KnownOrigin extends AuditOrigin, Pick<GivenPassword, 'knownToken'> {}

interface ChangedPassword {
  reply: ReplyOf<typeof updateAdminPassword>
  token: string | null
}

/** Other sessions end, this one gets another token (A§2). @throws Refusal: too many tries, easy or given password */
export async function changeOwnPassword(
  deps: Deps,
  caller: AdminCaller,
  given: { old_password: string; new_password: string },
  origin: KnownOrigin,
): Promise<ChangedPassword> {
  const easy = weakPasswordReason(given.new_password, { username: caller.username, profile: deps.profile })
  if (easy !== null) throw refuseField('new_password', easy)
  if (caller.mustChangePassword && isSameSecret(given.old_password, given.new_password)) {
    throw refuseField('new_password', credentialTexts.anotherPassword)
  }
  const admin = await findAdmin(deps.db, caller.adminUserId)
  const wrong = changed('Failed', adminSignInTexts.currentPasswordWrong, null)
  if (!admin) return wrong
  const { knownToken } = origin
  if (!(await verifyAdminPassword(deps, admin, { password: given.old_password, knownToken }))) return wrong
  const becomes = await hashSecret(given.new_password)
  const now = deps.clock.now()
  const token = await deps.db.transaction().execute(async (tx) => {
    if (!(await changePassword(tx, { id: admin.id, was: admin.password_hash, becomes, now }))) return null
    await requireStillAllowed(tx, caller)
    await endSessionsOf(tx, caller, caller.id)
    const event = { actor: actorOf(caller), action: 'admin-password-changed', subject: caller.username } as const
    const renewed = await renewToken(tx, caller.id)
    await recordAudit(tx, event, origin, now)
    return renewed
  })
  return token === null ? wrong : changed('Success', adminSignInTexts.passwordUpdated, token)
}

function changed(status: 'Success' | 'Failed', Description: string, token: string | null): ChangedPassword {
  return { reply: { result: { status, Description } }, token }
}

interface FactorSetUp {
  reply: ReplyOf<typeof confirmSecondFactor>
  token: string | null
}

/** Takes the password, as a browser left open must not lock its owner out. @throws Refusal: too many wrong passwords */
export async function setUpOwnSecondFactor(
  deps: Deps,
  caller: AdminCaller,
  given: { code: string; proof: string; password?: string | undefined },
  origin: KnownOrigin,
): Promise<FactorSetUp> {
  const at = deps.clock.now()
  const admin = await findAdmin(deps.db, caller.adminUserId)
  if (!admin) throw refuseCommonly('not-signed-in')
  const typed = { password: given.password ?? '', knownToken: origin.knownToken }
  if (!(await verifyAdminPassword(deps, admin, typed))) return notSetUp(adminSignInTexts.currentPasswordWrong)
  const factor = verifiedFactor(deps, caller.adminUserId, { ...given, at })
  if (!factor) return notSetUp(adminSignInTexts.codeWrong)
  const stored = await deps.db.transaction().execute(async (tx) => {
    if (!(await holdAdmin(tx, admin))) return null
    await requireStillAllowed(tx, caller)
    const recoveryCodes = await setUpSecondFactor(tx, caller.adminUserId, factor)
    await endSessionsOf(tx, caller, caller.id)
    const event = { actor: actorOf(caller), action: 'second-factor-set-up', subject: caller.username } as const
    const token = await renewToken(tx, caller.id)
    await recordAudit(tx, event, origin, deps.clock.now())
    return { recoveryCodes, token }
  })
  if (stored === null) return notSetUp(adminSignInTexts.currentPasswordWrong)
  return { reply: { status: 'Success', recoveryCodes: stored.recoveryCodes }, token: stored.token }
}

function notSetUp(description: string): FactorSetUp {
  return { reply: { status: 'Failed', description }, token: null }
}

/** @returns false when it has been changed since it was read */
async function changePassword(
  tx: Tx,
  { id, was, becomes, now }: { id: number; was: string; becomes: string; now: Instant },
): Promise<boolean> {
  const result = await tx
    .updateTable('admin_user')
    .set({ password_hash: becomes, password_changed_at: now, password_is_given: false })
    .where('id', '=', id)
    .where('password_hash', '=', was)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
