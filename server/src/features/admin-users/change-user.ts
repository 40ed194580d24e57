import { randomUUID } from 'node:crypto'
import { levelName, type AdminLevel } from '@portal/contract/admin-levels'
import { adminUsersTexts } from '@portal/contract/admin-users'
import type { Instant } from '@portal/contract/dates'
import { visibleAdminName } from '@portal/contract/text'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { forgiveAdmin } from '../../foundation/credentials/admins.ts'
import { hashSecret } from '../../foundation/credentials/hashing.ts'
import { forgetBrowsers } from '../../foundation/credentials/known-browsers.ts'
import { weakPasswordReason } from '../../foundation/credentials/weak-passwords.ts'
import { recordTouch } from '../../foundation/four-eyes.ts'
import { endSessionsOf } from '../../foundation/sessions/session.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { refuseField } from '../../refusal.ts'
import { writeEmail } from '../../wording/customer-email.ts'
import { type SaidText, momentIn } from '../../wording/email-layout.ts'

export interface ListedAdmin {
  id: number
  username: string
  email: string
  level: AdminLevel
}

export const columns = ['id', 'username', 'email', 'level'] as const

type Needed = Pick<Deps, 'db' | 'clock'>

/** In the words of the contract; null when the change was made. */
export type ChangeRefusal = string | null

/** Returns the audit entry, why it was refused, or null when there was nothing to change. */
type Change = (tx: Tx, admin: ListedAdmin, superAdmins: number) => Promise<string | Omit<AuditEvent, 'actor'> | null>

/** Their sessions end at once (A§2). */
export async function deleteUser(
  deps: Needed,
  caller: AdminCaller,
  id: number,
  origin: AuditOrigin,
): Promise<ChangeRefusal> {
  return await change(deps, { caller, id, origin }, async (tx, admin, superAdmins) => {
    if (admin.level === 1 && superAdmins === 1) return adminUsersTexts.lastSuperAdmin
    await removeAdmin(tx, id)
    const before = { email: admin.email, role: levelName(admin.level) }
    return { action: 'admin-deleted', subject: visibleAdminName(admin.username), before }
  })
}

/** Sessions end, and a lock by wrong passwords with them. @throws Refusal for an easy password; HashQueueFull */
export async function changePassword(
  deps: Needed & Pick<Deps, 'profile' | 'wake' | 'counters' | 'config'>,
  caller: AdminCaller,
  { id, password }: { id: number; password: string },
  origin: AuditOrigin,
): Promise<ChangeRefusal> {
  const passwordHash = await hashSecret(password)
  let username = ''
  const refusal = await change(deps, { caller, id, origin }, async (tx, admin) => {
    const easy = weakPasswordReason(password, { username: admin.username, profile: deps.profile })
    if (easy !== null) throw refuseField('new_password', easy)
    await updatePassword(tx, id, passwordHash, deps.clock.now())
    await endSessionsOf(tx, { kind: 'admin', adminUserId: id })
    await forgetBrowsers(tx, { kind: 'admin', id })
    await recordTouch(tx, id, caller, deps.clock.now())
    const what = {
      text: 'Your password for the console was changed. When you log in with it, you will be asked for a new one.',
    }
    await queueNotice(tx, deps, { admin, what, by: caller })
    username = admin.username
    return { action: 'admin-password-changed', subject: visibleAdminName(username) }
  })
  if (refusal !== null) return refusal
  deps.wake(emailWork)
  await forgiveAdmin(deps, username)
  return null
}

/** `was` is the level the caller saw. When it is out of date, refused, unless the new level is there already. */
export async function changeRole(
  deps: Needed & Pick<Deps, 'profile' | 'wake'>,
  caller: AdminCaller,
  { id, level, was }: { id: number; level: AdminLevel; was?: AdminLevel | undefined },
  origin: AuditOrigin,
): Promise<ChangeRefusal> {
  const refusal = await change(deps, { caller, id, origin }, async (tx, admin, superAdmins) => {
    if (admin.level === level) return null
    if (was !== undefined && was !== admin.level) return adminUsersTexts.changedMeanwhile
    if (admin.level === 1 && level !== 1 && superAdmins === 1) return adminUsersTexts.lastSuperAdmin
    await updateLevel(tx, id, level)
    await recordTouch(tx, id, caller, deps.clock.now())
    const [before, after] = [{ role: levelName(admin.level) }, { role: levelName(level) }]
    const what = {
      text: 'Your role in the console was changed from {before} to {after}.',
      values: { before: before.role, after: after.role },
    }
    await queueNotice(tx, deps, { admin, what, by: caller })
    return { action: 'admin-role-changed', subject: visibleAdminName(admin.username), before, after }
  })
  deps.wake(emailWork)
  return refusal
}

/** Also the caller's own. Sessions stay: they belong to the user, not to the name. */
export async function rename(
  deps: Needed & Pick<Deps, 'profile' | 'wake'>,
  caller: AdminCaller,
  { id, username }: { id: number; username: string },
  origin: AuditOrigin,
): Promise<ChangeRefusal> {
  const refusal = await change(deps, { caller, id, origin, mayBeOwn: true }, async (tx, admin) => {
    if (admin.username === username) return null
    if (!(await updateUsername(tx, id, username))) return adminUsersTexts.usernameTaken
    const [before, after] = [{ username: visibleAdminName(admin.username) }, { username }]
    if (id !== caller.adminUserId) {
      await queueNotice(tx, deps, {
        admin,
        what: { text: 'Your username for the console was changed to {username}.', values: { username } },
        by: caller,
      })
    }
    return { action: 'admin-renamed', subject: username, before, after }
  })
  deps.wake(emailWork)
  return refusal
}

interface ApiRequest {
  caller: AdminCaller
  id: number
  origin: AuditOrigin
  /** The caller may be the one to be changed. */
  mayBeOwn?: boolean
}

/** Refused for the caller's own user and for one who is gone. */
async function change(
  { db, clock }: Needed,
  { caller, id, origin, mayBeOwn = false }: ApiRequest,
  make: Change,
): Promise<ChangeRefusal> {
  if (id === caller.adminUserId && !mayBeOwn) return adminUsersTexts.ownUser
  return await db.transaction().execute(async (tx) => {
    const { admin, superAdmins } = await holdAdmin(tx, id, caller.adminUserId)
    await requireStillAllowed(tx, caller)
    if (!admin) return adminUsersTexts.gone
    const made = await make(tx, admin, superAdmins)
    if (made === null || typeof made === 'string') return made
    await recordAudit(tx, { ...made, actor: actorOf(caller) }, origin, clock.now())
    return null
  })
}

/** Has no secret. Wake the delivery of emails afterwards. @param what the change, as a sentence */
async function queueNotice(
  tx: Tx,
  { profile, clock }: Pick<Deps, 'profile' | 'clock'>,
  { admin, what, by }: { admin: ListedAdmin; what: SaidText; by: AdminCaller },
): Promise<void> {
  const now = clock.now()
  const email = writeEmail(profile, {
    template: 'admin-changed',
    dedupeKey: `admin-changed-${randomUUID()}`,
    recipient: admin.email,
    subject: { text: 'Your console login was changed' },
    heading: { text: 'Your console login was changed' },
    parts: [
      { kind: 'paragraph', ...what },
      {
        kind: 'paragraph',
        text: 'The super admin {username} did this on {when}.',
        values: { username: by.username, when: momentIn(profile, now) },
      },
      { kind: 'paragraph', text: 'If you did not expect this, contact another super admin right away.' },
    ],
  })
  await queueEmail(tx, email, now)
}

/** Locks the administrator, the caller and all super admins by key, so that no two remove each other. */
async function holdAdmin(
  tx: Tx,
  id: number,
  askedBy: number,
): Promise<{ admin: ListedAdmin | null; superAdmins: number }> {
  const held = await tx
    .selectFrom('admin_user')
    .select(columns)
    .where((admin) => admin.or([admin('id', 'in', [id, askedBy]), admin('level', '=', 1)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  return {
    admin: held.find((each) => each.id === id) ?? null,
    superAdmins: held.filter(({ level }) => level === 1).length,
  }
}

async function removeAdmin(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('admin_user').where('id', '=', id).execute()
}

/** Takes effect with their next call. */
async function updateLevel(tx: Tx, id: number, level: AdminLevel): Promise<void> {
  await tx.updateTable('admin_user').set({ level }).where('id', '=', id).execute()
}

/** @returns whether the name was free */
async function updateUsername(tx: Tx, id: number, username: string): Promise<boolean> {
  const updated = await sql`
    update admin_user set username = ${username} where id = ${id}::bigint
      and not exists (select from admin_user other where lower(other.username) = lower(${username}::text) and other.id <> ${id}::bigint)`.execute(
    tx,
  )
  return updated.numAffectedRows === 1n
}

/** Chosen by somebody else. */
async function updatePassword(tx: Tx, id: number, passwordHash: string, now: Instant): Promise<void> {
  await tx
    .updateTable('admin_user')
    .set({ password_hash: passwordHash, password_changed_at: now, password_is_given: true })
    .where('id', '=', id)
    .execute()
}
