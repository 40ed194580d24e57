import type { Deps } from '../../deps.ts'
import { type Try, forgetTries, giveBackTry, orGiveBack, takeTry } from '../rate-limits/rate-limits.ts'
import type { AdminAccount } from './admins.ts'
import { matchesSecret } from './hashing.ts'
import { nameDigest } from './name-digest.ts'

/** Whether the password was right, or how long to wait after too many wrong ones. */
type AdminProof = { ok: true; isRight: boolean } | Extract<Try, { ok: false }>

/**
 * Whether a signed-in administrator knows their password. A wrong one counts like one at sign-in, so that guessing is
 * no easier in a browser left open.
 * @throws TooManyHashes
 */
export async function proveAdminPassword(
  deps: Pick<Deps, 'counters' | 'clock' | 'config'>,
  admin: Pick<AdminAccount, 'username' | 'password_hash'>,
  password: string,
): Promise<AdminProof> {
  const tried = ['wrongAdminSignInsPerName', countedName(deps, admin.username)] as const
  const taken = await takeTry(deps, ...tried)
  if (!taken.ok) return taken
  const isRight = await orGiveBack(deps, [tried], () => matchesSecret(admin.password_hash, password))
  if (isRight) await giveBackTry(deps, ...tried)
  return { ok: true, isRight }
}

/** Lets an administrator who was locked out sign in at once, because somebody has given them a new password. */
export async function forgiveAdmin(deps: Pick<Deps, 'counters' | 'config'>, username: string): Promise<void> {
  await forgetTries(deps, 'wrongAdminSignInsPerName', countedName(deps, username))
}

/** The target of `wrongAdminSignInsPerName` for a username as the administrator typed it. */
export function countedName(deps: Parameters<typeof nameDigest>[0], username: string): string {
  return nameDigest(deps, username).toString('base64url')
}
