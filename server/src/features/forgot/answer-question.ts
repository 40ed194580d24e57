import type { ParsedBodyOf } from '@portal/contract/call'
import { later } from '@portal/contract/dates'
import {
  type SentReply,
  type sendEmailForgotPassword,
  linkMinutes,
  recoveryMinutes,
  forgotTexts,
} from '@portal/contract/forgot'
import { pagePaths } from '@portal/contract/paths'
import { answerToCompare } from '@portal/contract/sign-in-texts'
import type { Deps } from '../../deps.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { matchesSecret } from '../../foundation/credentials/hashing.ts'
import { type WebUser, findWebUser } from '../../foundation/credentials/web-users.ts'
import { consume, countFailures } from '../../foundation/rate-limits/rate-limits.ts'
import { profileFor } from '../../messages/language.ts'
import { linkPlaceholder, newLink } from '../../messages/outbox/link.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { customerEmail, type NewEmail, keyOfEmail } from '../../wording/customer-email.ts'
import { type RecoveryPurpose, findRecovery, markMailed } from './recoveries.ts'

type Given = ParsedBodyOf<typeof sendEmailForgotPassword>

/** In milliseconds (docs/decisions/011). */
const longestWaitForLink = 4 * 60 * 60_000

const sentTexts = { password: forgotTexts.linkSent, username: forgotTexts.usernameSent } as const

/** C§4, R8; a repeat sends no email. @throws Refusal: too many answers or emails; BillingSystemDown; HashQueueFull */
export async function answerQuestion(
  deps: Deps,
  sessionId: number,
  purpose: RecoveryPurpose,
  given: Given,
): Promise<SentReply> {
  const handle = given.personId
  const recovery = await findRecovery(deps.db, { handle, purpose, sessionId }, deps.clock.now())
  const user = recovery && (await findWebUser(deps.db, recovery.webUserId))
  if (!user) return failed(forgotTexts.tookTooLong)
  if (recovery.isMailed) return { result: { status: 'Success', description: sentTexts[purpose] } }

  const refusal = given.emailInstead === true ? null : await answerRefusal(deps, user, given.answer ?? '')
  if (refusal !== null) return failed(refusal, { canTryAgain: true })
  // A changed address counts at once: perhaps strangers read the old mailbox.
  const emailAddress = (await findPersonNow(deps, user.personId))?.emailAddress
  if (!emailAddress) return failed(forgotTexts.noEmail)
  await consume(deps, 'recoveryEmailsPerCustomer', String(user.id))
  await mail(deps, { handle, purpose, user, emailAddress })
  const withAnswer = given.emailInstead !== true
  deps.log.info({ event: 'recovery-mailed', purpose, webUser: user.id, withAnswer }, 'Recovery email queued')
  return { result: { status: 'Success', description: sentTexts[purpose] } }
}

/** Null when it is right. Only wrong answers count against the customer's attempts. */
async function answerRefusal(deps: Deps, user: WebUser, answer: string): Promise<string | null> {
  const given = answerToCompare(answer)
  if (given === '') return forgotTexts.answerRequired
  const attempt = ['wrongAnswersPerCustomer', String(user.id)] as const
  await consume(deps, ...attempt)
  const matches = () => matchesSecret(user.answerHash, given)
  if (await countFailures(deps, [attempt], matches, (isRight) => !isRight)) return null
  deps.log.info({ event: 'recovery-answer-wrong', webUser: user.id }, 'A security answer was wrong')
  return forgotTexts.answerWrong
}

interface Mailing {
  handle: string
  purpose: RecoveryPurpose
  user: WebUser
  emailAddress: string
}

async function mail(deps: Deps, { handle, purpose, user, emailAddress }: Mailing): Promise<void> {
  const now = deps.clock.now()
  const profile = await profileFor(deps.db, deps.profile, { webUserId: user.id })
  const { email, tokenSha256 } = emailFor({ ...deps, profile }, { handle, purpose, user, emailAddress })
  const expiresAt = later(now, tokenSha256 ? longestWaitForLink : recoveryMinutes * 60_000)
  await deps.db.transaction().execute(async (tx) => {
    const isFirst = await markMailed(tx, handle, { to: emailAddress, tokenSha256, expiresAt })
    if (isFirst) await queueEmail(tx, email, now)
  })
  deps.wake(emailWork)
}

function emailFor(
  { config, profile }: Deps,
  { handle, purpose, user, emailAddress }: Mailing,
): { email: NewEmail; tokenSha256: Buffer | null } {
  const { username } = user
  const to = <Name extends string>(template: Name) => ({
    template,
    dedupeKey: keyOfEmail(template, handle),
    recipient: emailAddress,
  })
  if (purpose === 'username') {
    const portal = `${config.PUBLIC_URL}${pagePaths.home}`
    return { email: customerEmail(profile, to('forgotten-username'), { username, portal }), tokenSha256: null }
  }
  const { nonce: linkNonce, tokenSha256 } = newLink(config)
  // Single-use (R8); the secret comes after the `#`, so no server logs it.
  const link = `${config.PUBLIC_URL}${pagePaths.setPassword}#${linkPlaceholder}`
  const said = { username, link, minutes: String(linkMinutes) }
  return { email: customerEmail(profile, { ...to('set-password-link'), linkNonce }, said), tokenSha256 }
}

function failed(description: string, { canTryAgain } = { canTryAgain: false }): SentReply {
  return { result: { status: 'Failed', description, canTryAgain } }
}
