import { wrongPasswordLimit } from '@portal/contract/credential-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { forgiveGuesses, lockWhenUsedUp, takeGuess } from './guesses.ts'
import { matchesInTurn } from './hashing.ts'
import { findKnownBrowser, forgiveGuessesIn, takeGuessIn } from './known-browsers.ts'
import { findWebUser } from './web-users.ts'

/** The hash that the password matched, or why it was refused, in the contract's words. */
type Proof =
  | { passwordHash: string }
  | { refused: typeof signInTexts.wrongCurrentPassword | typeof signInTexts.exceededShown }

/** A current password, as somebody who is signed in gives it to prove who they are. */
export interface GivenPassword {
  password: string
  /** The token by which their browser is known from earlier sign-ins, or null. */
  knownToken: string | null
}

/**
 * Whether a signed-in customer knows their password. A wrong one counts like one at sign-in, so that guessing is no
 * easier in a browser left open: it locks the login at the limit or, in a browser in which they have signed in before,
 * only that browser. There, the guesses of strangers do not count. Call it `inTurn`.
 */
export async function provePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { webUserId, username }: Pick<CustomerCaller, 'webUserId' | 'username'>,
  { password, knownToken }: GivenPassword,
): Promise<Proof> {
  const now = deps.clock.now()
  const user = await findWebUser(deps.db, webUserId)
  const known = await findKnownBrowser(deps.db, 'customer', { token: knownToken, username, now })
  const guess = known ? (await takeGuessIn(deps.db, known)).guess : await takeGuess(deps.db, webUserId)
  const isRight = await matchesInTurn(user?.passwordHash ?? null, password)
  if (!user || !guess.isAllowed) return { refused: signInTexts.exceededShown }
  if (isRight) {
    await (known ? forgiveGuessesIn(deps.db, known) : forgiveGuesses(deps.db, webUserId))
    return { passwordHash: user.passwordHash }
  }
  if (guess.made < wrongPasswordLimit) return { refused: signInTexts.wrongCurrentPassword }
  if (!known && (await lockWhenUsedUp(deps.db, webUserId, now))) {
    deps.log.warn({ event: 'login-locked', webUser: webUserId }, 'Online account locked after too many wrong passwords')
  }
  return { refused: signInTexts.exceededShown }
}
