import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import type { AccountRelationship, checkAccountNumber as checkAccountNumberCall } from '@portal/contract/sign-up'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import type { AccountHolder } from '../../adapters/billing-system/port-people.ts'
import type { Visitor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { shownAddress } from '../../foundation/billing-address/billing-address.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { requireTry } from '../../http/problem.ts'
import { maskedAddress } from './masked.ts'
import { beginEnrolment, type Enrolment, isRegistered } from './queries.ts'

type Question = ParsedBodyOf<typeof checkAccountNumberCall>
type Reply = ReplyOf<typeof checkAccountNumberCall>

/**
 * Whether an account may enrol, and if so the beginning of its enrolment in this guest session (C§2.3 step 1, C§4).
 * @throws Refusal after too many look-ups; BillingSystemDown.
 */
export async function checkAccountNumber(deps: Deps, visitor: Visitor, question: Question): Promise<Reply> {
  const { accountId, division } = question
  requireTry(await takeTry(deps, 'enrolmentLookUpsPerAddress', visitor.clientAddress))
  const isOurs = division === deps.profile.division
  const holders = isOurs ? await deps.billing.holdersOf(accountId, division) : []
  const main = holders.find((holder) => holder.isMain)
  if (!main) return { status: 'Failed', description: signUpTexts.accountInvalid }
  if (!main.mayUseWeb) return { status: 'Failed', description: signUpTexts.webNotAllowed }
  if (await isRegistered(deps.db, main.personId)) return { status: 'True', description: signUpTexts.registered }

  const of = { sessionId: visitor.session.id, accountId, personId: main.personId }
  const enrolment = await beginEnrolment(deps.db, of, deps.clock.now())
  const [only, ...others] = holders.map((holder) => relationshipOf(holder, enrolment))
  if (!only) throw new TypeError('There is a main customer')
  return { status: 'False', description: signUpTexts.mayEnrol, data: others.length > 0 ? [only, ...others] : only }
}

function relationshipOf(holder: AccountHolder, enrolment: Enrolment): AccountRelationship {
  if (!holder.isMain) {
    return {
      accountRelationshipType: holder.relationshipType === 'MAIN' ? 'OTHER' : holder.relationshipType,
      billAddressSource: holder.billAddressSource,
      personId: null,
      personAddressOverride: null,
    }
  }
  const tell = enrolment.isProven ? shownAddress : maskedAddress
  return {
    accountRelationshipType: 'MAIN',
    billAddressSource: holder.billAddressSource,
    personId: enrolment.handle,
    personAddressOverride: holder.override && tell(holder.override),
  }
}
