import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { english } from '@portal/contract/language'
import { asksOnlyZip, proofTexts } from '@portal/contract/proof'
import {
  type AccountRelationship,
  type checkAccountNumber as checkAccountNumberCall,
  validateZip as validateZipCall,
} from '@portal/contract/sign-up'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { maskAddress } from '@portal/contract/text'
import type { AccountHolder } from '../../adapters/billing-system/port-people.ts'
import type { Visitor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { addressLine, shownAddress } from '../../foundation/billing-address.ts'
import { findProvable, isProven, lacksProof } from '../../foundation/proof.ts'
import { restoreAll, countFailures, consume } from '../../foundation/rate-limits/rate-limits.ts'
import { refuse } from '../../refusal.ts'
import { type Enrollment, beginEnrollment, findEnrollmentOf, isRegistered, markProven } from './enrollments.ts'
import { maskedAddress, maskedName } from './masked.ts'

type Question = ParsedBodyOf<typeof checkAccountNumberCall>
type Reply = ReplyOf<typeof checkAccountNumberCall>

/** Begins the enrollment, if it may (C§2.3 step 1, C§4). @throws Refusal after too many look-ups; BillingSystemDown */
export async function checkAccountNumber(deps: Deps, visitor: Visitor, question: Question): Promise<Reply> {
  const { accountId, division } = question
  await consume(deps, 'enrollmentLookUpsPerAddress', visitor.clientAddress)
  const isOurs = division === deps.profile.division
  const holders = isOurs ? await deps.billing.holdersOf(accountId) : []
  const main = holders.find((holder) => holder.isMain)
  if (!main) return { status: 'Failed', description: signUpTexts.accountInvalid }
  if (!main.mayUseWeb) return { status: 'Failed', description: signUpTexts.webNotAllowed }
  if (await isRegistered(deps.db, main.personId)) return { status: 'True', description: signUpTexts.registered }
  const found = await findProvable(deps, 'registration', accountId)
  if (!found || lacksProof(deps, 'registration', found)) {
    const phone = deps.profile.phones[0]?.number ?? ''
    return { status: 'Failed', description: english.t(proofTexts.none, { phone }) }
  }

  const of = { sessionId: visitor.session.id, accountId, personId: main.personId }
  const enrollment = await beginEnrollment(deps.db, of, deps.clock.now())
  const [only, ...others] = holders.map((holder) => relationshipOf(holder, enrollment))
  if (!only) throw new TypeError('There is a main customer')
  return { status: 'False', description: signUpTexts.mayEnrol, data: others.length > 0 ? [only, ...others] : only }
}

function relationshipOf(holder: AccountHolder, enrollment: Enrollment): AccountRelationship {
  if (!holder.isMain) {
    return {
      accountRelationshipType: holder.relationshipType === 'MAIN' ? 'OTHER' : holder.relationshipType,
      billAddressSource: holder.billAddressSource,
      personId: null,
      personAddressOverride: null,
    }
  }
  const tell = enrollment.isProven ? shownAddress : maskedAddress
  return {
    accountRelationshipType: 'MAIN',
    billAddressSource: holder.billAddressSource,
    personId: enrollment.handle,
    personAddressOverride: holder.override && tell(holder.override),
  }
}

type Answers = ParsedBodyOf<typeof validateZipCall>
type Found = ReplyOf<typeof validateZipCall>['result']

/**
 * The zip code, or the proof of the profile (C§2.3 step 2, C§4). Errors count per account and address.
 * @throws Refusal: ended, too many; BillingSystemDown
 */
export async function validateZip(deps: Deps, visitor: Visitor, answers: Answers): Promise<Found> {
  const { accountId } = answers
  const now = deps.clock.now()
  const enrollment = await findEnrollmentOf(deps.db, visitor.session.id, accountId, now)
  if (!enrollment || enrollment.webUserId !== null) throw refuse(validateZipCall, 'enrolment-over')
  const tries = [
    ['wrongZipsPerAddress', visitor.clientAddress],
    ['wrongZipsPerAccount', accountId],
  ] as const
  // One after the other: an address without tries left must not use up those of accounts.
  for (const [limit, target] of tries) await consume(deps, limit, target)
  const found = await countFailures(deps, tries, () => findProvable(deps, 'registration', accountId))
  if (found?.account.person.personId !== enrollment.personId) throw refuse(validateZipCall, 'enrolment-over')
  if (!isProven(deps, 'registration', found, answers))
    return { status: 'Failed', details: asksOnlyZip('registration') ? signUpTexts.zipDiffers : proofTexts.differs }
  await restoreAll(deps, tries)
  await markProven(deps.db, enrollment.handle, now)
  const { person, mailing } = found.account
  return {
    status: 'Success',
    details: { Name: maskedName(person.fullName), Address: maskAddress(addressLine(mailing)) },
  }
}
