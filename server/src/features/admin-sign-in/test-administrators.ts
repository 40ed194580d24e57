import type { TestApp, TestBrowser } from '../../http/test-app.ts'
import { cheapHash } from '../../testing/test-hash.ts'

/** All administrators of these tests share it. */
export const password = 'right-pass-1'
let passwordHash: Promise<string> | null = null

/** @returns the new administrator's key */
export async function addAdmin({ database }: TestApp, username: string, level = 1): Promise<number> {
  passwordHash ??= cheapHash(password)
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into admin_user (username, email, level, password_hash, created_at, password_changed_at)
     values ($1, 'admin@utility.example', $2, $3, now(), now()) returning id`,
    [username, level, await passwordHash],
  )
  return rows[0]?.id ?? 0
}

/** Logs `ana` in with the right password, unless `changes` says otherwise. */
export async function logIn(browser: TestBrowser, changes: object = {}) {
  return await browser.post('/api/v1/login', { username: 'ana', password, ...changes })
}
