import { wrongPasswordLimit } from '@portal/contract/credential-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import type { Deps } from '../../deps.ts'
import { forgiveGuesses, lockWhenUsedUp, takeGuess } from './guesses.ts'
import { matchesInTurn } from './hashing.ts'
import { findWebUser } from './web-users.ts'

/** The hash that the password matched, or why it was refused, in the contract's words. */
type Proof =
  | { passwordHash: string }
  | { refused: typeof signInTexts.wrongCurrentPassword | typeof signInTexts.exceededShown }

/**
 * Whether a signed-in customer knows their password. A wrong one counts like one at sign-in and locks the login at the
 * limit, so that guessing is no easier in a browser left open. Call it `inTurn`.
 */
export async function provePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  webUserId: number,
  password: string,
): Promise<Proof> {
  const user = await findWebUser(deps.db, webUserId)
  const guess = await takeGuess(deps.db, webUserId)
  const isRight = await matchesInTurn(user?.passwordHash ?? null, password)
  if (!user || !guess.isAllowed) return { refused: signInTexts.exceededShown }
  if (isRight) {
    await forgiveGuesses(deps.db, webUserId)
    return { passwordHash: user.passwordHash }
  }
  if (guess.made < wrongPasswordLimit) return { refused: signInTexts.wrongCurrentPassword }
  if (await lockWhenUsedUp(deps.db, webUserId, deps.clock.now())) {
    deps.log.warn({ event: 'login-locked', webUser: webUserId }, 'A login was locked after too many wrong passwords')
  }
  return { refused: signInTexts.exceededShown }
}
