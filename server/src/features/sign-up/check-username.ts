import type { ReplyOf } from '@portal/contract/call'
import type { checkUsername as checkUsernameCall } from '@portal/contract/sign-up'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import type { Visitor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { requireTry } from '../../http/problem.ts'
import { provenPersons } from './queries.ts'
import { isOldUsername, isTaken } from './usernames.ts'

type Found = ReplyOf<typeof checkUsernameCall>['result']

/**
 * Whether a username is taken, or was used in an earlier portal by the person enrolling in this session (C§5).
 * @throws Refusal after too many questions; BillingSystemDown.
 */
export async function checkUsername(deps: Deps, visitor: Visitor, username: string): Promise<Found> {
  requireTry(await takeTry(deps, 'usernameChecksPerAddress', visitor.clientAddress))
  const cannotBe = (await isTaken(deps.db, username)) || (await wasTheirs(deps, visitor, username))
  return cannotBe ? { status: 'True', description: signUpTexts.usernameTaken } : { status: 'False' }
}

async function wasTheirs(deps: Deps, { session }: Visitor, username: string): Promise<boolean> {
  for (const personId of await provenPersons(deps.db, session.id, deps.clock.now())) {
    const person = await deps.billing.findPerson(personId)
    if (person && isOldUsername(person, username)) return true
  }
  return false
}
