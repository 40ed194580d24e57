import type { AdminLevel } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** An administrator as the console shows them. */
export interface ListedAdmin {
  id: number
  username: string
  email: string
  level: AdminLevel
}

const columns = ['id', 'username', 'email', 'level'] as const

/** Nobody has more administrators than this; the list is not paged (A§2). */
const most = 10_000

/** Every administrator, by username. */
export async function selectAdmins(db: Db): Promise<ListedAdmin[]> {
  return await db
    .selectFrom('admin_user')
    .select(columns)
    .orderBy(sql`lower(username)`)
    .limit(most)
    .execute()
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
export async function insertAdmin(
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
export async function findJustAdded(
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

/**
 * The administrator, locked until the transaction ends. Whoever asks and all super admins are locked too, in the order of
 * their keys, so that two of them cannot remove each other at the same time.
 */
export async function holdAdmin(
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

/** Deletes an administrator; their sessions end with them. */
export async function removeAdmin(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('admin_user').where('id', '=', id).execute()
}

/** Changes the level of an administrator; it takes effect with their next call. */
export async function updateLevel(tx: Tx, id: number, level: AdminLevel): Promise<void> {
  await tx.updateTable('admin_user').set({ level }).where('id', '=', id).execute()
}

/** Gives an administrator another username. @returns whether it was free */
export async function updateUsername(tx: Tx, id: number, username: string): Promise<boolean> {
  const updated = await sql`
    update admin_user set username = ${username} where id = ${id}::bigint
      and not exists (select from admin_user other where lower(other.username) = lower(${username}::text) and other.id <> ${id}::bigint)`.execute(
    tx,
  )
  return updated.numAffectedRows === 1n
}

/** Gives an administrator a password that somebody else has chosen. */
export async function updatePassword(tx: Tx, id: number, passwordHash: string, now: Instant): Promise<void> {
  await tx
    .updateTable('admin_user')
    .set({ password_hash: passwordHash, password_changed_at: now, password_is_given: true })
    .where('id', '=', id)
    .execute()
}
