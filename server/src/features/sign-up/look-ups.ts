import type { ReplyOf } from '@portal/contract/call'
import { type AccountNumber, PersonId } from '@portal/contract/ids'
import { type SecurityQuestion, readOtherDetails, readPremiseInfo } from '@portal/contract/sign-up'
import type { EnrollmentHandle } from '@portal/contract/sign-up-payload'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import type { AdminCaller, CustomerCaller, GuestCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { shownAddress } from '../../foundation/billing-address.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { requireAccess } from '../../foundation/sessions/accounts.ts'
import { refuse, refuseCommonly } from '../../refusal.ts'
import { findEnrollment, findEnrollmentOf, selectSecurityQuestions } from './enrollments.ts'
import { maskedAddress, maskedName, premiseLine } from './masked.ts'

type Reply = ReplyOf<typeof readOtherDetails>

/** Masked until the zip code is proven (C§3, C§4). @throws Refusal when the enrollment is over; BillingSystemDown */
export async function readPersonOfEnrollment(
  deps: Deps,
  guest: GuestCaller,
  id: PersonId | EnrollmentHandle,
): Promise<Reply> {
  if (isPersonId(id)) throw refuseCommonly('not-allowed')
  const enrollment = await findEnrollment(deps.db, guest.id, id, deps.clock.now())
  const person = enrollment && enrollment.webUserId === null && (await findPersonNow(deps, enrollment.personId))
  if (!enrollment || !person) throw refuse(readOtherDetails, 'enrolment-over')
  const questions = await selectSecurityQuestions(deps.db)
  return enrollment.isProven ? fullReply(id, person, questions) : maskedReply(id, person, questions)
}

/** @throws Refusal for anybody else's; BillingSystemDown */
export async function readOwnPerson(
  deps: Deps,
  customer: CustomerCaller,
  id: PersonId | EnrollmentHandle,
): Promise<Reply> {
  if (id !== customer.personId) throw refuseCommonly('not-allowed')
  const person = await findPersonNow(deps, customer.personId)
  if (!person) throw refuseCommonly('not-found')
  return fullReply(id, person, await selectSecurityQuestions(deps.db))
}

function isPersonId(id: PersonId | EnrollmentHandle): id is PersonId {
  return PersonId.safeParse(id).success
}

function fullReply(personId: PersonId | EnrollmentHandle, person: PersonRecord, questions: SecurityQuestion[]): Reply {
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

function maskedReply(handle: EnrollmentHandle, person: PersonRecord, questions: SecurityQuestion[]): Reply {
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

/** Masked until the zip code is proven (C§4 PREM). @throws Refusal when the enrollment is over; BillingSystemDown */
export async function readPremiseOfEnrollment(
  deps: Deps,
  guest: GuestCaller,
  accountId: AccountNumber,
): Promise<PremiseReply> {
  const enrollment = await findEnrollmentOf(deps.db, guest.id, accountId, deps.clock.now())
  const account = enrollment && enrollment.webUserId === null && (await deps.billing.findAccount(accountId))
  // Proves nothing about whoever an import has made the account's customer since.
  if (!enrollment || !account || account.person.personId !== enrollment.personId) {
    throw refuse(readPremiseInfo, 'enrolment-over')
  }
  const { fullName } = account.person
  if (enrollment.isProven) return { PremiseInfo: premiseInfo(account), Name: fullName, isMasked: false }
  return { PremiseInfo: maskedPremiseInfo(account), Name: maskedName(fullName), isMasked: true }
}

/** Of an account open to the session, also of an administrator. @throws Refusal for others; BillingSystemDown */
export async function readOpenPremise(
  deps: Deps,
  session: CustomerCaller | AdminCaller,
  accountId: AccountNumber,
): Promise<PremiseReply> {
  await requireAccess(deps.db, session.id, accountId)
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
