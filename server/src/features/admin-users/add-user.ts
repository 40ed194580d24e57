import { levelName, type AdminLevel } from '@portal/contract/admin-levels'
import { type insertAdmin as insertAdminCall, adminUsersTexts } from '@portal/contract/admin-users'
import type { ReplyOf } from '@portal/contract/call'
import { type Instant, later } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, portalActor, recordAudit } from '../../foundation/audit.ts'
import { hashSecret, matchesSecret } from '../../foundation/credentials/hashing.ts'
import { recordTouch } from '../../foundation/four-eyes.ts'
import { whyNoMore } from '../../foundation/sessions/still-allowed.ts'
import { refuseCommonly } from '../../refusal.ts'
import type { ListedAdmin } from './change-user.ts'

/** An administrator to be added. */
interface NewAdmin {
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
    const after = { email: admin.email, role: levelName(admin.level) }
    await recordAudit(tx, { actor, action: 'admin-added', subject: admin.username, after }, origin, now)
    return null
  })
  if (!same || (await matchesSecret(same.hash, password))) return { result: 'Success' }
  return { result: 'Failed', description: adminUsersTexts.usernameTaken }
}

/** Whether there is any administrator. */
export async function hasAdmins(db: Db): Promise<boolean> {
  return (await db.selectFrom('admin_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether a username is taken, regardless of case. */
export async function isTaken(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_user')
    .select('id')
    .where(sql<string>`lower(username)`, '=', sql<string>`lower(${username}::text)`)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds an administrator. @returns the key, or null when the username is taken */
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

/** The hash of the password of an administrator who was added just like this after `since`; null when there is none. */
async function findJustAdded(
  tx: Tx,
  { username, email, level }: Omit<ListedAdmin, 'id'>,
  since: Instant,
): Promise<string | null> {
  const row = await tx
    .selectFrom('admin_user')
    .select('password_hash')
    .where('username', '=', username)
    .where('email', '=', email)
    .where('level', '=', level)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row?.password_hash ?? null
}
