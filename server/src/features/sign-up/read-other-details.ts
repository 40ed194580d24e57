import type { ReplyOf } from '@portal/contract/call'
import { PersonId } from '@portal/contract/ids'
import { readOtherDetails, type SecurityQuestion } from '@portal/contract/sign-up'
import type { EnrolmentHandle } from '@portal/contract/sign-up-payload'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { CustomerCaller, GuestCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { shownAddress } from '../../foundation/billing-address/billing-address.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { refuse, refuseCommonly } from '../../http/problem.ts'
import { maskedAddress, maskedName } from './masked.ts'
import { findEnrolment, selectSecurityQuestions } from './queries.ts'

type Reply = ReplyOf<typeof readOtherDetails>

/**
 * The person of an enrolment, masked until its zip code is proven (C§3, C§4).
 * @throws Refusal when there is no such enrolment in this session any more; BillingSystemDown.
 */
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

/**
 * The signed-in customer's own person.
 * @throws Refusal for anybody else's; BillingSystemDown.
 */
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
