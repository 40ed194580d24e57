import type { ReplyOf } from '@portal/contract/call'
import type { checkUsername as checkUsernameCall } from '@portal/contract/sign-up'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { Visitor } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { findWebUserByName } from '../../foundation/credentials/web-users.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { provenPersons } from './enrollments.ts'

type Found = ReplyOf<typeof checkUsernameCall>['result']

/** Or was the person's in an earlier portal (C§5). @throws Refusal after too many questions; BillingSystemDown */
export async function checkUsername(deps: Deps, visitor: Visitor, username: string): Promise<Found> {
  await consume(deps, 'usernameChecksPerAddress', visitor.clientAddress)
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

/** Regardless of case. */
export async function isTaken(db: Db, username: string): Promise<boolean> {
  return (await findWebUserByName(db, username)) !== null
}

/** Of an earlier portal, not to be chosen again (C§5). */
export function isOldUsername(
  { previousUsername: old }: Pick<PersonRecord, 'previousUsername'>,
  username: string,
): boolean {
  return old !== null && old.normalize('NFC').toLowerCase() === username.toLowerCase()
}
