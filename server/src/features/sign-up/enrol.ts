import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, recordAudit } from '../../foundation/audit/audit.ts'
import { addressChangedEmail } from '../../foundation/contact-changes/emails.ts'
import { queueContactChange, type WantedChange } from '../../foundation/contact-changes/queue.ts'
import { insertWebUser } from '../../foundation/credentials/web-users.ts'
import { queueEmail } from '../../foundation/mail/outbox.ts'
import { activatedEmail } from './emails.ts'
import { type EnrolledBefore, type Enrolment, findEnrolledBy, isRegistered, markEnrolled } from './queries.ts'

/** Everything that makes a customer of a person. */
interface NewCustomer {
  enrolment: Enrolment
  person: PersonRecord
  username: string
  passwordHash: string
  securityQuestionId: number
  answerHash: string
  emailAddress: string
  change: WantedChange
  /** Digest of what was said besides the secrets. */
  said: Buffer
  /** Where it came from, for the audit log. */
  origin: AuditOrigin
}

/** An `EnrolledBefore` when this very enrolment made the customer a moment before. */
type EnrolOutcome = 'enrolled' | EnrolledBefore | 'username-taken' | 'person-registered'

/**
 * Stores the customer, the letters and the contact change in one transaction. When two are stored at once for one
 * person or username, the unique indexes let one through.
 */
export async function enrol(
  { db, clock, config, profile }: Pick<Deps, 'db' | 'clock' | 'config' | 'profile'>,
  customer: NewCustomer,
): Promise<EnrolOutcome> {
  const { enrolment, person, emailAddress, change } = customer
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    const webUserId = await insertWebUser(tx, { ...customer, personId: person.personId }, now)
    if (webUserId === 'taken') return await whoWasFirst(tx, enrolment)
    await markEnrolled(tx, enrolment.handle, webUserId, customer.said)
    await queueContactChange(tx, change, { timeZone: profile.timeZone, now })
    await queueEmail(tx, activatedEmail(profile, { ...customer, webUserId }, config.PUBLIC_URL), now)
    if (person.emailAddress !== null && person.emailAddress !== emailAddress) {
      await queueEmail(tx, addressChangedEmail(profile, { recipient: person.emailAddress, now }), now)
    }
    const actor = { kind: 'customer', id: webUserId, name: customer.username } as const
    await recordAudit(tx, { actor, action: 'customer-enrolled' }, customer.origin, now)
    return 'enrolled'
  })
}

async function whoWasFirst(tx: Tx, { handle, personId }: Enrolment): Promise<EnrolOutcome> {
  const before = await findEnrolledBy(tx, handle)
  if (before) return before
  return (await isRegistered(tx, personId)) ? 'person-registered' : 'username-taken'
}
