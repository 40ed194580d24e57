import type { ReplyOf } from '@portal/contract/call'
import type { resetCustomerPassword } from '@portal/contract/customer-password'
import { customerPasswordTexts } from '@portal/contract/customer-password-texts'
import type { PersonId } from '@portal/contract/ids'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { whyEasy } from '../../foundation/credentials/easy-passwords.ts'
import { hashSecret } from '../../foundation/credentials/hashing.ts'
import { replacePassword } from '../../foundation/credentials/replace-password.ts'
import { findWebUsersOf } from '../../foundation/credentials/web-users.ts'
import { emailWork } from '../../foundation/mail/outbox.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { whyNoMore } from '../../foundation/sessions/still-allowed.ts'
import { refuseCommonly, refuseField, requireTry } from '../../http/problem.ts'

/**
 * Sets a customer's password (A§2 Password Reset). The login is unlocked, the customer's sessions end, and a notice
 * goes to the e-mail address on file. Two people know the password now, so the customer has to choose another one when they
 * log in with it. Tries are limited per administrator.
 * @throws Refusal for a password that is easy to guess, or after too many tries; BillingSystemDown; TooManyHashes
 */
export async function setCustomerPassword(
  deps: Deps,
  caller: AdminCaller,
  { personId, password }: { personId: PersonId; password: string },
  origin: AuditOrigin,
): Promise<ReplyOf<typeof resetCustomerPassword>> {
  requireTry(await takeTry(deps, 'passwordResetsPerAdmin', String(caller.adminUserId)))
  const [user] = await findWebUsersOf(deps.db, [personId])
  if (!user) return { result: { status: 'Failed', description: customerPasswordTexts.notEnrolled } }
  const easy = whyEasy(password, { username: user.username, profile: deps.profile })
  if (easy !== null) throw refuseField('password', easy)
  const person = await findPersonNow(deps, personId)
  const passwordHash = await hashSecret(password)
  await deps.db.transaction().execute(async (tx) => {
    const forbidden = await whyNoMore(tx, caller)
    if (forbidden) throw refuseCommonly(forbidden)
    const now = deps.clock.now()
    const noticeTo = person?.emailAddress ?? null
    const change = { webUserId: user.id, passwordHash, noticeTo, isGiven: true, keptSessionId: null }
    await replacePassword(tx, change, { profile: deps.profile, now })
    const before = { isLocked: user.lockedAt !== null }
    const event = { actor: actorOf(caller), action: 'customer-password-reset', subject: user.username, before } as const
    await recordAudit(tx, event, origin, now)
  })
  deps.wake(emailWork)
  return { result: { status: 'Success', description: customerPasswordTexts.updated } }
}
