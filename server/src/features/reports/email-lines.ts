import type { Instant } from '@portal/contract/dates'
import type { Db } from '../../database/connect.ts'
import { type EmailFate, fatesOfEmails } from '../../foundation/mail/email-fates.ts'
import { emailNames } from './describe-event.ts'

interface Line {
  at: Instant
  text: string
}

/**
 * What the mail server answered to the letters about a payment (A§3 email_response): whoever asks where the confirmation
 * is has to hear that the address was refused.
 * @param publicId the checkout's
 */
export async function emailLines(db: Db, publicId: string): Promise<Line[]> {
  const fates = await fatesOfEmails(db, Object.keys(emailNames), publicId)
  return fates.flatMap(linesOf)
}

function linesOf(fate: EmailFate): Line[] {
  const { kind, isRepeat, queuedAt, deliveredAt, refusedAt, nextTryAt, tries } = fate
  const about = emailNames[kind] ?? kind
  const why = fate.lastError === null ? about : `${about}, ${fate.lastError}`
  return [
    ...(isRepeat ? [{ at: queuedAt, text: `Email resent by an admin: ${about}.` }] : []),
    ...(deliveredAt ? [{ at: deliveredAt, text: `Email accepted by the mail server: ${about}.` }] : []),
    ...(refusedAt ? [{ at: refusedAt, text: `Email not delivered: ${why}.` }] : []),
    ...(!deliveredAt && !refusedAt && tries > 0 && fate.lastError !== null
      ? [{ at: nextTryAt, text: `Next delivery attempt, after ${tries} failed: ${why}.` }]
      : []),
  ]
}
