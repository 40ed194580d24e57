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
    ...(isRepeat ? [{ at: queuedAt, text: `A person had the letter sent again: ${about}.` }] : []),
    ...(deliveredAt ? [{ at: deliveredAt, text: `The mail server took the letter: ${about}.` }] : []),
    ...(refusedAt ? [{ at: refusedAt, text: `The letter could not be delivered and was given up: ${why}.` }] : []),
    ...(!deliveredAt && !refusedAt && tries > 0 && fate.lastError !== null
      ? [{ at: nextTryAt, text: `The next try to deliver the letter, after ${tries} in vain: ${why}.` }]
      : []),
  ]
}
