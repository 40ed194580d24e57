import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import type { updateUserPassword } from '@portal/contract/sign-in'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import type { CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { hashSecret, inQueue, isSameSecret } from '../../foundation/credentials/hashing.ts'
import { type GivenPassword, verifyPassword } from '../../foundation/credentials/password-attempts.ts'
import { type PasswordChange, replacePassword } from '../../foundation/credentials/replace-password.ts'
import { weakPasswordReason } from '../../foundation/credentials/weak-passwords.ts'
import { renewToken } from '../../foundation/sessions/session.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { emailPasswordChanged } from '../../messages/outbox/password-changed.ts'
import { refuseCommonly, refuseField } from '../../refusal.ts'

type Given = ParsedBodyOf<typeof updateUserPassword>
type Reply = ReplyOf<typeof updateUserPassword>

/** `token` is null unless the password has been changed. */
interface ChangedPassword {
  reply: Reply
  token: string | null
}

/** C§2.5 @throws Refusal `not-allowed` for others, `invalid` for easy ones; BillingSystemDown; HashQueueFull */
export async function changePassword(
  deps: Deps,
  customer: CustomerCaller,
  given: Given & Pick<GivenPassword, 'knownToken'>,
): Promise<ChangedPassword> {
  if (given.personId !== customer.personId) throw refuseCommonly('not-allowed')
  const easy = weakPasswordReason(given.password, { username: customer.username, profile: deps.profile })
  if (easy !== null) throw refuseField('password', easy)
  if (customer.mustChangePassword && isSameSecret(given.oldPassword, given.password)) {
    throw refuseField('password', credentialTexts.anotherPassword)
  }
  const { webUserId } = customer
  const proof = await inQueue(() =>
    verifyPassword(deps, customer, { password: given.oldPassword, knownToken: given.knownToken }),
  )
  if ('refused' in proof) return failed(proof.refused)
  const noticeTo = (await findPersonNow(deps, customer.personId))?.emailAddress ?? null
  const passwordHash = await hashSecret(given.password)
  const change = { webUserId, passwordHash, noticeTo, isGiven: false, keptSessionId: customer.id }
  const token = await replaceInOneGo(deps, customer, change, proof.passwordHash)
  if (token === null) return failed(signInTexts.wrongCurrentPassword)
  deps.wake(emailWork)
  deps.log.info({ event: 'password-changed', webUser: webUserId }, 'A customer changed their password')
  return { reply: { result: { status: 'Success', description: credentialTexts.passwordUpdated } }, token }
}

/** @returns the browser's new token; null when the password has been changed in the meantime */
async function replaceInOneGo(
  deps: Deps,
  customer: CustomerCaller,
  change: PasswordChange,
  oldHash: string,
): Promise<string | null> {
  return await deps.db.transaction().execute(async (tx) => {
    if (!(await holdPassword(tx, change.webUserId, oldHash))) return null
    await requireStillAllowed(tx, customer)
    await replacePassword(tx, change, { now: deps.clock.now(), tell: emailPasswordChanged(deps.profile) })
    return await renewToken(tx, customer.id)
  })
}

function failed(
  description: typeof signInTexts.wrongCurrentPassword | typeof signInTexts.exceededShown,
): ChangedPassword {
  return { reply: { result: { status: 'Failed', description } }, token: null }
}

/** Locks the row. @returns whether its hash is still this one */
async function holdPassword(tx: Tx, webUserId: number, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('web_user')
    .select('id')
    .where('id', '=', webUserId)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}
