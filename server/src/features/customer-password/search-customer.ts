import type { ReplyOf } from '@portal/contract/call'
import type { searchWebUser, WebUser } from '@portal/contract/customer-password'
import { customerPasswordTexts } from '@portal/contract/customer-password-texts'
import type { AccountNumber } from '@portal/contract/ids'
import { displayName } from '@portal/contract/text'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { findWebUsersOf } from '../../foundation/credentials/web-users.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { requireTry } from '../../http/problem.ts'

const notFound = { result: { status: 'Failed' as const, description: customerPasswordTexts.notFound } }

/**
 * All customers that an account belongs to, with the usernames of those who have enrolled (A§2 Password Reset).
 * Searches are limited per administrator, so that nobody can read the list of all customers in this way.
 * @throws Refusal after too many searches; BillingSystemDown
 */
export async function searchCustomer(
  deps: Deps,
  caller: AdminCaller,
  { accountId, division }: { accountId: AccountNumber; division: string },
  origin: AuditOrigin,
): Promise<ReplyOf<typeof searchWebUser>> {
  requireTry(await takeTry(deps, 'customerSearchesPerAdmin', String(caller.adminUserId)))
  const holders = await deps.billing.holdersOf(accountId, division)
  const event = { actor: actorOf(caller), action: 'customer-searched', subject: accountId } as const
  await recordAudit(deps.db, event, origin, deps.clock.now())
  if (holders.length === 0) return notFound
  const [people, enrolled] = await Promise.all([
    Promise.all(holders.map(async ({ personId }) => await deps.billing.findPerson(personId))),
    findWebUsersOf(
      deps.db,
      holders.map(({ personId }) => personId),
    ),
  ])
  const desc = people
    .filter((person) => person !== null)
    .map(({ personId, fullName }): WebUser => {
      const username = enrolled.find((user) => user.personId === personId)?.username ?? ''
      return { username, fullName: displayName(fullName), personId }
    })
  return { result: { status: 'Success', desc, description: '' } }
}
