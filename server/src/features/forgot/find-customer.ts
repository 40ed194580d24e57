import type { ParsedBodyOf } from '@portal/contract/call'
import { later } from '@portal/contract/dates'
import {
  type FoundReply,
  type forgotPassword,
  type forgotUsername,
  recoveryMinutes,
  forgotTexts,
} from '@portal/contract/forgot'
import type { AccountNumber } from '@portal/contract/ids'
import type { AccountHolder } from '../../adapters/billing-system/port-people.ts'
import type { Visitor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { type WebUser, findWebUserByName, findWebUsersOf } from '../../foundation/credentials/web-users.ts'
import { restore, countFailures, consume } from '../../foundation/rate-limits/rate-limits.ts'
import { type RecoveryPurpose, insertRecovery } from './recoveries.ts'

/** Or the sentence that says what did not match (C§8). */
type Found = { user: WebUser } | { description: string; field?: 'accountId' | 'username' | 'emailAddress' }

/** C§2.4 @throws Refusal after too many tries; BillingSystemDown */
export async function findByUsername(
  deps: Deps,
  visitor: Visitor,
  given: ParsedBodyOf<typeof forgotPassword>,
): Promise<FoundReply> {
  return await begin(deps, visitor, { ...given, purpose: 'password' }, async (holders) => {
    const user = await findWebUserByName(deps.db, given.username)
    return user && holders.some((holder) => holder.personId === user.personId)
      ? { user }
      : { description: forgotTexts.noSuchUsername, field: 'username' }
  })
}

/** The main customer of several (C§2.4). @throws Refusal after too many tries; BillingSystemDown */
export async function findByEmail(
  deps: Deps,
  visitor: Visitor,
  given: ParsedBodyOf<typeof forgotUsername>,
): Promise<FoundReply> {
  return await begin(deps, visitor, { ...given, purpose: 'username' }, async (holders) => {
    const persons = await Promise.all(holders.map((holder) => findPersonNow(deps, holder.personId)))
    const reachable = persons.flatMap((person) =>
      person && isSameAddress(person.emailAddress, given.emailAddress) ? [person.personId] : [],
    )
    if (reachable.length === 0) return { description: forgotTexts.emailDiffers, field: 'emailAddress' }
    const enrolled = await findWebUsersOf(deps.db, reachable)
    // Couples often share an address. Whoever has an account of their own can name that one.
    const [user] = reachable.flatMap((personId) => enrolled.find((each) => each.personId === personId) ?? [])
    return user ? { user } : { description: forgotTexts.notEnrolled }
  })
}

async function begin(
  deps: Deps,
  { session, clientAddress }: Visitor,
  { purpose, accountId, division }: { purpose: RecoveryPurpose; accountId: AccountNumber; division: string },
  findAmong: (holders: readonly AccountHolder[]) => Promise<Found>,
): Promise<FoundReply> {
  await consume(deps, 'recoveriesPerAddress', clientAddress)
  await consume(deps, 'wrongRecoveriesPerAccount', accountId)
  const found = await countFailures(deps, [['wrongRecoveriesPerAccount', accountId]], async (): Promise<Found> => {
    const isOurs = division === deps.profile.division
    const holders = isOurs ? await deps.billing.holdersOf(accountId) : []
    return holders.length > 0
      ? await findAmong(holders)
      : { description: forgotTexts.noSuchAccount, field: 'accountId' }
  })
  if (!('user' in found)) return { result: { status: 'Failed', ...found } }

  await restore(deps, 'wrongRecoveriesPerAccount', accountId)
  const startedAt = deps.clock.now()
  const personId = await insertRecovery(deps.db, {
    purpose,
    sessionId: session.id,
    webUserId: found.user.id,
    startedAt,
    expiresAt: later(startedAt, recoveryMinutes * 60_000),
  })
  deps.log.info({ event: 'recovery-begun', purpose, webUser: found.user.id }, 'Customer started recovery')
  return { result: { status: 'Success', personId, securityQuestion: found.user.securityQuestion } }
}

function isSameAddress(onFile: string | null, given: string): boolean {
  return onFile !== null && onFile.toLowerCase() === given.toLowerCase()
}
