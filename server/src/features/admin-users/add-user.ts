import { levelName, type AdminLevel } from '@portal/contract/admin-levels'
import { type insertAdmin as insertAdminCall, adminUsersTexts } from '@portal/contract/admin-users'
import type { ReplyOf } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, portalActor, recordAudit } from '../../foundation/audit.ts'
import { hashSecret } from '../../foundation/credentials/hashing.ts'
import { recordTouch } from '../../foundation/four-eyes.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import type { ListedAdmin } from './change-user.ts'

interface NewAdmin {
  username: string
  email: string
  level: AdminLevel
  password: string
  /** Others know the password, so another has to be chosen at the first sign-in. */
  mustChangePassword: boolean
}

/** `caller` is null on the command line. @throws Refusal when the caller has lost session or level; HashQueueFull */
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
    if (caller) await requireStillAllowed(tx, caller)
    const id = await insertAdmin(tx, { ...admin, passwordHash }, now)
    if (id === null) return { result: 'Failed', description: adminUsersTexts.usernameTaken }
    if (caller) await recordTouch(tx, id, caller, now)
    const after = { email: admin.email, role: levelName(admin.level) }
    await recordAudit(tx, { actor, action: 'admin-added', subject: admin.username, after }, origin, now)
    return { result: 'Success' }
  })
}

export async function hasAdmins(db: Db): Promise<boolean> {
  return (await db.selectFrom('admin_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Regardless of case. */
export async function isTaken(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_user')
    .select('id')
    .where(sql<string>`lower(username)`, '=', sql<string>`lower(${username}::text)`)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns the key, or null when the username is taken */
async function insertAdmin(
  tx: Tx,
  admin: Omit<ListedAdmin, 'id'> & { passwordHash: string; mustChangePassword: boolean },
  now: Instant,
): Promise<number | null> {
  const { passwordHash, mustChangePassword, ...rest } = admin
  const row = await tx
    .insertInto('admin_user')
    .values({
      ...rest,
      password_hash: passwordHash,
      password_is_given: mustChangePassword,
      created_at: now,
      password_changed_at: now,
      signed_in_at: null,
      second_factor_secret: null,
      second_factor_step: null,
    })
    .onConflict((taken) => taken.expression(sql`lower(username)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
