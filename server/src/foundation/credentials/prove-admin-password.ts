import type { Deps } from '../../deps.ts'
import { type Try, forgetTries, giveBackTry, orGiveBack, takeTry } from '../rate-limits/rate-limits.ts'
import type { AdminAccount } from './admins.ts'
import { matchesSecret } from './hashing.ts'
import { type KnownBrowser, findKnownBrowser } from './known-browsers.ts'
import { nameDigest } from './name-digest.ts'
import type { GivenPassword } from './prove-password.ts'

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
