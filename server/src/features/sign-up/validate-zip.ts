import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { validateZip as validateZipCall } from '@portal/contract/sign-up'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { maskAddress } from '@portal/contract/text'
import type { Visitor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { addressLine, zipOf } from '../../foundation/billing-address/billing-address.ts'
import { giveBackTries, orGiveBack, takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { refuse, requireTry } from '../../http/problem.ts'
import { maskedName } from './masked.ts'
import { findEnrolmentOf, markProven } from './queries.ts'

type Question = ParsedBodyOf<typeof validateZipCall>
type Found = ReplyOf<typeof validateZipCall>['result']

/**
 * Proves an enrolment by the zip code its bills go to (C§2.3 step 2, C§4). Wrong zip codes count against the account
 * and against the address they come from.
 * @throws Refusal when the enrolment has ended or there were too many wrong ones; BillingSystemDown.
 */
export async function validateZip(deps: Deps, visitor: Visitor, { accountId, postal }: Question): Promise<Found> {
  const now = deps.clock.now()
  const enrolment = await findEnrolmentOf(deps.db, visitor.session.id, accountId, now)
  if (!enrolment || enrolment.webUserId !== null) throw refuse(validateZipCall, 'enrolment-over')
  const tries = [
    ['wrongZipsPerAddress', visitor.clientAddress],
    ['wrongZipsPerAccount', accountId],
  ] as const
  // One after the other: an address without tries left must not use up those of accounts.
  for (const [limit, target] of tries) requireTry(await takeTry(deps, limit, target))
  const account = await orGiveBack(deps, tries, () => deps.billing.findAccount(accountId, deps.profile.division))
  if (!account || account.person.personId !== enrolment.personId) throw refuse(validateZipCall, 'enrolment-over')
  if (zipOf(account.mailing) !== postal) return { status: 'Failed', details: signUpTexts.zipDiffers }
  await giveBackTries(deps, tries)
  await markProven(deps.db, enrolment.handle, now)
  const { person, mailing } = account
  return {
    status: 'Success',
    details: { Name: maskedName(person.fullName), Address: maskAddress(addressLine(mailing)) },
  }
}
