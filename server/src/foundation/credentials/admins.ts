import type { AdminLevel } from '@portal/contract/admin-levels'
import type { Db } from '../../database/connect.ts'
import { isSameName } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'
import { type Try, forgetTries, giveBackTry, orGiveBack, takeTry } from '../rate-limits/rate-limits.ts'
import { matchesSecret } from './hashing.ts'
import { type KnownBrowser, findKnownBrowser } from './known-browsers.ts'
import { type GivenPassword, nameDigest } from './password-attempts.ts'

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

/** Whether the password was right, or how long to wait after too many wrong ones. */
type AdminProof = { ok: true; isRight: boolean } | Extract<Try, { ok: false }>

/**
 * Whether a signed-in administrator knows their password. A wrong one counts like one at sign-in, so that guessing is
 * no easier in a browser left open. In a browser in which they have signed in before, the guesses of strangers do not
 * count.
 * @throws TooManyHashes
 */
export async function proveAdminPassword(
  deps: Pick<Deps, 'db' | 'counters' | 'clock' | 'config'>,
  { username, password_hash }: Pick<AdminAccount, 'username' | 'password_hash'>,
  { password, knownToken: token }: GivenPassword,
): Promise<AdminProof> {
  const known = await findKnownBrowser(deps.db, 'admin', { token, username, now: deps.clock.now() })
  const tried = ['wrongAdminSignInsPerName', countedFor(deps, username, known)] as const
  const taken = await takeTry(deps, ...tried)
  if (!taken.ok) return taken
  const isRight = await orGiveBack(deps, [tried], () => matchesSecret(password_hash, password))
  if (isRight) await giveBackTry(deps, ...tried)
  return { ok: true, isRight }
}

/** Lets an administrator who was locked out sign in at once, because somebody has given them a new password. */
export async function forgiveAdmin(deps: Pick<Deps, 'counters' | 'config'>, username: string): Promise<void> {
  await forgetTries(deps, 'wrongAdminSignInsPerName', countedFor(deps, username, null))
}

/**
 * The target of `wrongAdminSignInsPerName`: the browser, if the administrator has signed in there before, so that
 * strangers cannot keep them out; otherwise the username as it was typed.
 */
export function countedFor(
  deps: Parameters<typeof nameDigest>[0],
  username: string,
  known: KnownBrowser | null,
): string {
  return known ? `known ${known.id}` : nameDigest(deps, username).toString('base64url')
}
