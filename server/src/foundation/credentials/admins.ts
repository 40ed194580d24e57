import type { AdminLevel } from '@portal/contract/admin-levels'
import type { Db } from '../../database/connect.ts'
import { isSameName } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'
import { consume, countFailures, resetAttempts } from '../rate-limits/rate-limits.ts'
import { matchesSecret } from './hashing.ts'
import { type KnownBrowser, findKnownBrowser } from './known-browsers.ts'
import { type GivenPassword, nameDigest } from './password-attempts.ts'

export interface AdminAccount {
  id: number
  username: string
  level: AdminLevel
  password_hash: string
  second_factor_secret: Buffer | null
}

const columns = ['id', 'username', 'level', 'password_hash', 'second_factor_secret'] as const

export async function findAdminByName(db: Db, username: string): Promise<AdminAccount | null> {
  const row = await db
    .selectFrom('admin_user')
    .select(columns)
    .where(isSameName('username', username))
    .executeTakeFirst()
  return row ?? null
}

export async function findAdmin(db: Db, id: number): Promise<AdminAccount | null> {
  return (await db.selectFrom('admin_user').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

/** A wrong one counts like one at sign-in: an open browser must not make guessing easier. @throws Refusal; HashQueueFull */
export async function verifyAdminPassword(
  deps: Pick<Deps, 'db' | 'counters' | 'clock' | 'config'>,
  { username, password_hash }: Pick<AdminAccount, 'username' | 'password_hash'>,
  { password, knownToken: token }: GivenPassword,
): Promise<boolean> {
  const known = await findKnownBrowser(deps.db, 'admin', { token, username, now: deps.clock.now() })
  const attempt = ['wrongAdminSignInsPerName', countedFor(deps, username, known)] as const
  await consume(deps, ...attempt)
  return await countFailures(
    deps,
    [attempt],
    () => matchesSecret(password_hash, password),
    (isRight) => !isRight,
  )
}

/** After a new password, an administrator who was locked out may sign in at once. */
export async function forgiveAdmin(deps: Pick<Deps, 'counters' | 'config'>, username: string): Promise<void> {
  await resetAttempts(deps, 'wrongAdminSignInsPerName', countedFor(deps, username, null))
}

/** A browser they know has a count of its own, so that strangers cannot keep an administrator out. */
export function countedFor(
  deps: Parameters<typeof nameDigest>[0],
  username: string,
  known: KnownBrowser | null,
): string {
  return known ? `known ${known.id}` : nameDigest(deps, username).toString('base64url')
}
