import type { AdminLevel } from '@portal/contract/admin-levels'
import type { Deps } from '../deps.ts'
import { cheapHash } from './hash.ts'

/** The password of all test administrators. */
export const password = 'right-pass-1'
let passwordHash: Promise<string> | null = null

/** @returns the new administrator's key */
export async function addAdmin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  username: string,
  level: AdminLevel = 1,
): Promise<number> {
  passwordHash ??= cheapHash(password)
  const now = clock.now()
  const admin = { username, email: 'admin@utility.example', level, created_at: now, password_changed_at: now }
  const { id } = await db
    .insertInto('admin_user')
    .values({ ...admin, password_hash: await passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Logs `ana` in with the right password, unless `changes` replaces something. */
export async function logIn<Reply>(
  browser: { post(path: string, body: object): Promise<Reply> },
  changes: object = {},
): Promise<Reply> {
  return await browser.post('/api/v1/login', { username: 'ana', password, ...changes })
}
