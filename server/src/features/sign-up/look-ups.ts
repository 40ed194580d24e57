import type { ReplyOf } from '@portal/contract/call'
import { type AccountNumber, PersonId } from '@portal/contract/ids'
import { type SecurityQuestion, readOtherDetails, readPremiseInfo } from '@portal/contract/sign-up'
import type { EnrolmentHandle } from '@portal/contract/sign-up-payload'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import type { AdminCaller, CustomerCaller, GuestCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { shownAddress } from '../../foundation/billing-address.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { isOpenTo } from '../../foundation/sessions/accounts.ts'
import { refuse, refuseCommonly } from '../../refusal.ts'
import { findEnrolment, findEnrolmentOf, selectSecurityQuestions } from './enrollments.ts'
import { maskedAddress, maskedName, premiseLine } from './masked.ts'

type Reply = ReplyOf<typeof readOtherDetails>

/** Masked until the zip code is proven (C§3, C§4). @throws Refusal when the enrolment is over; BillingSystemDown */
export async function readPersonOfEnrolment(
  deps: Deps,
  guest: GuestCaller,
  asked: PersonId | EnrolmentHandle,
): Promise<Reply> {
  if (isPersonId(asked)) throw refuseCommonly('not-allowed')
  const enrolment = await findEnrolment(deps.db, guest.id, asked, deps.clock.now())
  const person = enrolment && enrolment.webUserId === null && (await findPersonNow(deps, enrolment.personId))
  if (!enrolment || !person) throw refuse(readOtherDetails, 'enrolment-over')
  const questions = await selectSecurityQuestions(deps.db)
  return enrolment.isProven ? fullReply(asked, person, questions) : maskedReply(asked, person, questions)
}

/** @throws Refusal for anybody else's; BillingSystemDown */
export async function readOwnPerson(
  deps: Deps,
  customer: CustomerCaller,
  asked: PersonId | EnrolmentHandle,
): Promise<Reply> {
  if (asked !== customer.personId) throw refuseCommonly('not-allowed')
  const person = await findPersonNow(deps, customer.personId)
  if (!person) throw refuseCommonly('not-found')
  return fullReply(asked, person, await selectSecurityQuestions(deps.db))
}

function isPersonId(asked: PersonId | EnrolmentHandle): asked is PersonId {
  return PersonId.safeParse(asked).success
}

function fullReply(personId: PersonId | EnrolmentHandle, person: PersonRecord, questions: SecurityQuestion[]): Reply {
  return {
    customerDetails: {
      personId,
      fullName: person.fullName,
      isBusiness: person.isBusiness,
      emailAddress: person.emailAddress ?? '',
      address: shownAddress(person.address),
    },
    contactNumbers: person.phones,
    securityQuestions: questions,
    isMasked: false,
  }
}

function maskedReply(handle: EnrolmentHandle, person: PersonRecord, questions: SecurityQuestion[]): Reply {
  return {
    customerDetails: {
      personId: handle,
      fullName: maskedName(person.fullName),
      emailAddress: '',
      address: maskedAddress(person.address),
    },
    contactNumbers: [],
    securityQuestions: questions,
    isMasked: true,
  }
}

type PremiseReply = ReplyOf<typeof readPremiseInfo>

/** Masked until the zip code is proven (C§4 PREM). @throws Refusal when the enrolment is over; BillingSystemDown */
export async function readPremiseOfEnrolment(
  deps: Deps,
  guest: GuestCaller,
  accountId: AccountNumber,
): Promise<PremiseReply> {
  const enrolment = await findEnrolmentOf(deps.db, guest.id, accountId, deps.clock.now())
  const account = enrolment && enrolment.webUserId === null && (await deps.billing.findAccount(accountId))
  // Proves nothing about whoever an import has made the account's customer since.
  if (!enrolment || !account || account.person.personId !== enrolment.personId) {
    throw refuse(readPremiseInfo, 'enrolment-over')
  }
  const { fullName } = account.person
  if (enrolment.isProven) return { PremiseInfo: premiseInfo(account), Name: fullName, isMasked: false }
  return { PremiseInfo: maskedPremiseInfo(account), Name: maskedName(fullName), isMasked: true }
}

/** Of an account open to the session, also of an administrator. @throws Refusal for others; BillingSystemDown */
export async function readOpenPremise(
  deps: Deps,
  session: CustomerCaller | AdminCaller,
  accountId: AccountNumber,
): Promise<PremiseReply> {
  if (!(await isOpenTo(deps.db, session.id, accountId))) throw refuseCommonly('not-allowed')
  const account = await deps.billing.findAccount(accountId)
  if (!account) throw refuseCommonly('not-found')
  return { PremiseInfo: account.serviceLocation, Name: account.person.fullName, isMasked: false }
}

/** The premise the bills go to, or else the place that is served. */
function premiseInfo({ mailing, serviceLocation }: BillingAccount): string {
  return mailing.source === 'PREM' ? premiseLine(shownAddress(mailing)) : serviceLocation
}

function maskedPremiseInfo({ mailing, serviceLocation }: BillingAccount): string {
  if (mailing.source === 'PREM') return premiseLine(maskedAddress(mailing))
  const [street = '', city = '', state = '', postal = ''] = serviceLocation.split(', ')
  return premiseLine(maskedAddress({ address1: street, address2: null, city, state, postal, country: '' }))
}
