import type { ReplyOf } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import { readPremiseInfo } from '@portal/contract/sign-up'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import type { AdminCaller, CustomerCaller, GuestCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { shownAddress } from '../../foundation/billing-address/billing-address.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuse, refuseCommonly } from '../../http/problem.ts'
import { maskedAddress, maskedName, premiseLine } from './masked.ts'
import { findEnrolmentOf } from './queries.ts'

type Reply = ReplyOf<typeof readPremiseInfo>

/**
 * The premise of the account that enrols, masked until its zip code is proven (C§4 PREM).
 * @throws Refusal when there is no such enrolment in this session any more; BillingSystemDown.
 */
export async function readPremiseOfEnrolment(deps: Deps, guest: GuestCaller, accountId: AccountNumber): Promise<Reply> {
  const enrolment = await findEnrolmentOf(deps.db, guest.id, accountId, deps.clock.now())
  const account =
    enrolment && enrolment.webUserId === null && (await deps.billing.findAccount(accountId, deps.profile.division))
  // The enrolment proves nothing about whoever an import has made the account's customer since.
  if (!enrolment || !account || account.person.personId !== enrolment.personId) {
    throw refuse(readPremiseInfo, 'enrolment-over')
  }
  const { fullName } = account.person
  if (enrolment.isProven) return { PremiseInfo: premiseInfo(account), Name: fullName, isMasked: false }
  return { PremiseInfo: maskedPremiseInfo(account), Name: maskedName(fullName), isMasked: true }
}

/**
 * The place that is served, of an account that is open to the session: one of the customer's own, or one that an
 * administrator has looked up to pay it by phone.
 * @throws Refusal for anybody else's; BillingSystemDown.
 */
export async function readOpenPremise(
  deps: Deps,
  session: CustomerCaller | AdminCaller,
  accountId: AccountNumber,
): Promise<Reply> {
  if (!(await isOpenTo(deps.db, session.id, accountId))) throw refuseCommonly('not-allowed')
  const account = await deps.billing.findAccount(accountId, deps.profile.division)
  if (!account) throw refuseCommonly('not-found')
  return { PremiseInfo: account.serviceLocation, Name: account.person.fullName, isMasked: false }
}

/** The place to confirm: the premise the bills go to, or else the place that is served. */
function premiseInfo({ mailing, serviceLocation }: BillingAccount): string {
  return mailing.source === 'PREM' ? premiseLine(shownAddress(mailing)) : serviceLocation
}

function maskedPremiseInfo({ mailing, serviceLocation }: BillingAccount): string {
  if (mailing.source === 'PREM') return premiseLine(maskedAddress(mailing))
  const [street = '', city = '', state = '', postal = ''] = serviceLocation.split(', ')
  return premiseLine(maskedAddress({ address1: street, address2: null, city, state, postal, country: '' }))
}
