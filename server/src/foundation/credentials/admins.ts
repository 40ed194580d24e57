import type { AdminLevel } from '@portal/contract/call'
import type { Db } from '../../database/connect.ts'
import { isSameName } from '../../database/same-name.ts'

/** What the check of an administrator's password or code needs to know. */
export interface AdminAccount {
  id: number
  username: string
  level: AdminLevel
  password_hash: string
  second_factor_secret: Buffer | null
}

const columns = ['id', 'username', 'level', 'password_hash', 'second_factor_secret'] as const

/** The administrator of that name, regardless of case. */
export async function findAdminByName(db: Db, username: string): Promise<AdminAccount | null> {
  const row = await db
    .selectFrom('admin_user')
    .select(columns)
    .where(isSameName('username', username))
    .executeTakeFirst()
  return row ?? null
}

/** The administrator with that key. */
export async function findAdmin(db: Db, id: number): Promise<AdminAccount | null> {
  return (await db.selectFrom('admin_user').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}
