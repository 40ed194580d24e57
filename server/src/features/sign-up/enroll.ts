import { paperlessWords } from '@portal/contract/paperless'
import { pagePaths } from '@portal/contract/paths'
import { displayName } from '@portal/contract/text'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, recordAudit } from '../../foundation/audit.ts'
import { type RequestedChange, queueContactChange } from '../../foundation/contact-changes/queue.ts'
import { insertWebUser } from '../../foundation/credentials/web-users.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { askPaperless } from '../../paperless/choose.ts'
import { customerEmail, type NewEmail } from '../../wording/customer-email.ts'
import { momentIn } from '../../wording/email-layout.ts'
import { type EnrolledBefore, type Enrollment, findEnrolledBy, isRegistered, markEnrolled } from './enrollments.ts'

interface NewCustomer {
  enrollment: Enrollment
  person: PersonRecord
  username: string
  passwordHash: string
  securityQuestionId: number
  answerHash: string
  emailAddress: string
  change: RequestedChange
  isPaperless: boolean
  /** Digest of what was said besides the secrets. */
  said: Buffer
  origin: AuditOrigin
}

/** `EnrolledBefore`: this very enrollment made the customer a moment before. */
type EnrollOutcome = { webUserId: number } | EnrolledBefore | 'username-taken' | 'person-registered'

/** One transaction; of two for one person or username, the unique indexes let one through. */
export async function enroll(
  { db, clock, config, profile }: Pick<Deps, 'db' | 'clock' | 'config' | 'profile'>,
  customer: NewCustomer,
): Promise<EnrollOutcome> {
  const { enrollment, person, emailAddress, change } = customer
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    const webUserId = await insertWebUser(tx, { ...customer, personId: person.personId }, now)
    if (webUserId === 'taken') return await whoWasFirst(tx, enrollment)
    await markEnrolled(tx, enrollment.handle, webUserId, customer.said)
    await queueContactChange(tx, change, { timeZone: profile.timeZone, now })
    await queueEmail(tx, activatedEmail(profile, { ...customer, webUserId }, config.PUBLIC_URL), now)
    if (person.emailAddress !== null && person.emailAddress !== emailAddress) {
      const changed = { template: 'email-changed', recipient: person.emailAddress } as const
      await queueEmail(tx, customerEmail(profile, changed, { when: momentIn(profile, now) }), now)
    }
    const actor = { kind: 'customer', id: webUserId, name: customer.username } as const
    if (customer.isPaperless)
      await askPaperless(tx, webUserId, [enrollment.accountId], { now, from: customer.origin.clientAddress })
    const after = customer.isPaperless ? { after: { paperless: true, words: paperlessWords } } : {}
    await recordAudit(tx, { actor, action: 'customer-enrolled', ...after }, customer.origin, now)
    return { webUserId }
  })
}

async function whoWasFirst(tx: Tx, { handle, personId }: Enrollment): Promise<EnrollOutcome> {
  const before = await findEnrolledBy(tx, handle)
  if (before) return before
  return (await isRegistered(tx, personId)) ? 'person-registered' : 'username-taken'
}

/** C§2.3 success view. */
function activatedEmail(
  profile: Deps['profile'],
  { webUserId, person, username, emailAddress: recipient }: NewCustomer & { webUserId: number },
  origin: string,
): NewEmail {
  return customerEmail(
    profile,
    { template: 'account-activated', dedupeKey: `account-activated-${webUserId}`, recipient },
    { name: displayName(person.fullName), username, portal: `${origin}${pagePaths.home}` },
  )
}
