import { createHash } from 'node:crypto'
import type { ReplyOf } from '@portal/contract/call'
import type { PersonId } from '@portal/contract/ids'
import { answerToCompare } from '@portal/contract/sign-in-texts'
import { signUpUser as signUpUserCall } from '@portal/contract/sign-up'
import type { SignUpPayload } from '@portal/contract/sign-up-payload'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { Visitor } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { deliverChangesOf, findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { type RequestedChange, phoneChanges } from '../../foundation/contact-changes/queue.ts'
import { hashSecret, matchesSecret } from '../../foundation/credentials/hashing.ts'
import { weakPasswordReason } from '../../foundation/credentials/weak-passwords.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { sendCode } from '../../messages/addresses/addresses.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { refuse, refuseCommonly, refuseField } from '../../refusal.ts'
import { isOldUsername, isTaken } from './check-username.ts'
import { enroll } from './enroll.ts'
import {
  type EnrolledBefore,
  type Enrollment,
  findEnrolledBy,
  findEnrollment,
  selectSecurityQuestions,
} from './enrollments.ts'

type Result = ReplyOf<typeof signUpUserCall>['result']

/** C§2.3 step 3; billing may follow later. @throws Refusal: ended, unproven, easy; HashQueueFull; BillingSystemDown */
export async function signUpUser(deps: Deps, visitor: Visitor, payload: SignUpPayload): Promise<Result> {
  await consume(deps, 'signUpsPerAddress', visitor.clientAddress)
  const enrollment = await findEnrollment(deps.db, visitor.session.id, payload.personId, deps.clock.now())
  if (!enrollment) throw refuse(signUpUserCall, 'enrolment-over')
  const before = await findEnrolledBy(deps.db, enrollment.handle)
  if (before) return await answerRepeat(before, payload)
  if (!enrollment.isProven) throw refuseCommonly('not-allowed')
  const person = await findPersonNow(deps, enrollment.personId)
  if (!person) throw refuse(signUpUserCall, 'enrolment-over')
  const easy = weakPasswordReason(payload.password, { username: payload.username, profile: deps.profile })
  if (easy !== null) throw refuseField('password', easy)
  const refused = await refusal(deps.db, person, payload)
  if (!refused) return await makeCustomer(deps, visitor, { enrollment, person }, payload)
  // An equal request may have stored this customer meanwhile, who then has the username.
  const meanwhile = await findEnrolledBy(deps.db, enrollment.handle)
  return meanwhile ? await answerRepeat(meanwhile, payload) : refused
}

/** The same only if it says the same: only what was sent first counts, and the rest must not look as if it had. */
async function answerRepeat(before: EnrolledBefore, payload: SignUpPayload): Promise<Result> {
  const isSaid = before.saidSha256 === null || before.saidSha256.equals(digestOf(payload))
  const isSame =
    isSaid &&
    (await matchesSecret(before.passwordHash, payload.password)) &&
    (await matchesSecret(before.answerHash, answerToCompare(payload.security_answer)))
  return isSame ? { status: 'True' } : { status: 'False', description: signUpTexts.activatedBefore }
}

/** The secrets are compared by their own hashes. */
function digestOf({ password: _password, security_answer: _answer, ...said }: SignUpPayload): Buffer {
  return createHash('sha256').update(JSON.stringify(said)).digest()
}

async function refusal(db: Db, person: PersonRecord, payload: SignUpPayload): Promise<Result | null> {
  const questions = await selectSecurityQuestions(db)
  if (!questions.some(({ characteristicValue }) => characteristicValue === payload.security_question_val)) {
    return { status: 'False', description: signUpTexts.questionRequired, field: 'security_question_val' }
  }
  if (isOldUsername(person, payload.username) || (await isTaken(db, payload.username))) return usernameTaken
  return null
}

const usernameTaken: Result = { status: 'False', description: signUpTexts.usernameTaken, field: 'username' }

async function makeCustomer(
  deps: Deps,
  { clientAddress, requestId }: Visitor,
  { enrollment, person }: { enrollment: Enrollment; person: PersonRecord },
  payload: SignUpPayload,
): Promise<Result> {
  const [passwordHash, answerHash] = await Promise.all([
    hashSecret(payload.password),
    hashSecret(answerToCompare(payload.security_answer)),
  ])
  const outcome = await enroll(deps, {
    enrollment,
    person,
    username: payload.username,
    passwordHash,
    securityQuestionId: Number(payload.security_question_val),
    answerHash,
    emailAddress: payload.email_address,
    change: changeOf(person, payload),
    isPaperless: payload.isPaperless,
    said: digestOf(payload),
    origin: { clientAddress, requestId },
  })
  if (typeof outcome === 'object' && 'saidSha256' in outcome) return await answerRepeat(outcome, payload)
  if (outcome === 'username-taken') return usernameTaken
  if (outcome === 'person-registered') return { status: 'False', description: signUpTexts.registered }
  deps.wake(emailWork)
  await deliverChangesOf(deps, person.personId)
  if (payload.isPaperless) await sendFirstCode(deps, { webUserId: outcome.webUserId, personId: person.personId })
  return { status: 'True' }
}

/** Paper stops once it is typed. The customer is made already: without it, they ask for another one. */
async function sendFirstCode(deps: Deps, customer: { webUserId: number; personId: PersonId }): Promise<void> {
  try {
    await sendCode(deps, customer, { channel: 'email' })
  } catch (error) {
    if (!(error instanceof BillingSystemDown)) throw error
  }
}

function changeOf(person: PersonRecord, payload: SignUpPayload): RequestedChange {
  const isNewEmail = payload.email_address !== person.emailAddress
  return {
    personId: person.personId,
    ...(isNewEmail && { emailAddress: payload.email_address }),
    phones: phoneChanges(person.phones, [
      {
        type: 'HOME-PHONE',
        number: payload.home_number,
        isDeleted: payload.isDeletedHome,
        sequence: payload.homeSeq,
      },
      {
        type: 'MOBILE',
        number: payload.mobile_number,
        isDeleted: payload.isDeletedMobile,
        sequence: payload.mobileSeq,
      },
      {
        type: 'BUSN-PHONE',
        number: payload.work_number,
        isDeleted: payload.isDeletedWork,
        sequence: payload.workSeq,
      },
    ]),
  }
}
