import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { type checkPasswordLink, type setPassword, forgotTexts } from '@portal/contract/forgot'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import type { Deps } from '../../deps.ts'
import { hashSecret } from '../../foundation/credentials/hashing.ts'
import { replacePassword } from '../../foundation/credentials/replace-password.ts'
import { weakPasswordReason } from '../../foundation/credentials/weak-passwords.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { linkDigest } from '../../messages/outbox/link.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { emailPasswordChanged } from '../../messages/outbox/password-changed.ts'
import { refuseField } from '../../refusal.ts'
import { findLink, useLink } from './recoveries.ts'

const notGood = { result: { status: 'Failed' as const, description: forgotTexts.linkNotGood } }

/** And whose password it sets. @throws Refusal after too many tries */
export async function checkLink(
  deps: Deps,
  clientAddress: string,
  token: string,
): Promise<ReplyOf<typeof checkPasswordLink>> {
  await consume(deps, 'passwordLinksPerAddress', clientAddress)
  const link = await findLink(deps.db, linkDigest(token), deps.clock.now())
  return link ? { result: { status: 'Success', ...link } } : notGood
}

/** Once (R8); all sessions of the customer end. @throws Refusal: too many tries, easy password; HashQueueFull */
export async function setPasswordByLink(
  deps: Deps,
  clientAddress: string,
  { token, password }: ParsedBodyOf<typeof setPassword>,
): Promise<ReplyOf<typeof setPassword>> {
  await consume(deps, 'passwordLinksPerAddress', clientAddress)
  const digest = linkDigest(token)
  // Hashing is expensive: only for links that look valid. The transaction decides which use came first.
  const link = await findLink(deps.db, digest, deps.clock.now())
  if (!link) return notGood
  const easy = weakPasswordReason(password, { username: link.username, profile: deps.profile })
  if (easy !== null) throw refuseField('password', easy)
  const passwordHash = await hashSecret(password)
  const webUserId = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const used = await useLink(tx, digest, now)
    if (!used) return null
    const change = { webUserId: used.webUserId, passwordHash, noticeTo: used.mailedTo }
    await replacePassword(
      tx,
      { ...change, isGiven: false, keptSessionId: null },
      { now, tell: emailPasswordChanged(deps.profile) },
    )
    return used.webUserId
  })
  if (webUserId === null) return notGood
  deps.wake(emailWork)
  deps.log.info({ event: 'password-set-by-link', webUser: webUserId }, 'A customer set a new password')
  return { result: { status: 'Success', description: credentialTexts.passwordUpdated } }
}
