import { randomUUID } from 'node:crypto'
import { type Instant, formatInstant } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'
import { type LetterContent, layOutLetter } from '../mail/letter-layout.ts'
import type { NewLetter } from '../mail/outbox.ts'

/** To whom a notice goes, and when what it tells happened. */
interface Notice {
  recipient: string
  now: Instant
}

/** For the address before and the new one: the e-mail address on file is another one now. */
export function emailChangedLetter(profile: UtilityProfile, { recipient, now }: Notice): NewLetter {
  const when = formatInstant(profile.timeZone, now)
  return notice('email-changed', profile, recipient, 'Your e-mail address was changed', [
    { kind: 'paragraph', text: `The e-mail address of your online account was changed on ${when}.` },
  ])
}

/** For the customer: the security question or its answer is another one now. */
export function questionChangedLetter(profile: UtilityProfile, { recipient, now }: Notice): NewLetter {
  const when = formatInstant(profile.timeZone, now)
  return notice('security-question-changed', profile, recipient, 'Your security question was changed', [
    { kind: 'paragraph', text: `The security question or answer of your online account was changed on ${when}.` },
  ])
}

function notice(
  kind: string,
  profile: UtilityProfile,
  recipient: string,
  heading: string,
  parts: LetterContent['parts'],
): NewLetter {
  const ifNotYou = 'If this was not you, please change your password at once and call customer service.'
  return {
    kind,
    dedupeKey: `${kind}-${randomUUID()}`,
    recipient,
    subject: `${profile.name}: ${heading}`,
    ...layOutLetter({ heading, parts: [...parts, { kind: 'paragraph', text: ifNotYou }] }, profile),
  }
}
