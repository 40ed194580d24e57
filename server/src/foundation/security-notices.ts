import { randomUUID } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'
import { momentIn } from './messages/email-layout.ts'
import { type NewEmail, writeEmail } from './messages/outbox.ts'

interface Notice {
  recipient: string
  now: Instant
}

/** For the old and the new address. */
export function addressChangedEmail(profile: UtilityProfile, { recipient, now }: Notice): NewEmail {
  const when = momentIn(profile, now)
  return securityNotice(profile, recipient, {
    template: 'email-changed',
    heading: 'Your email address was changed',
    text: 'The email address for your online account was changed on {when}.',
    when,
  })
}

export function questionChangedEmail(profile: UtilityProfile, { recipient, now }: Notice): NewEmail {
  const when = momentIn(profile, now)
  return securityNotice(profile, recipient, {
    template: 'security-question-changed',
    heading: 'Your security question was changed',
    text: 'The security question or answer for your online account was changed on {when}.',
    when,
  })
}

/** Tells the owner of a login what was done with it, in case it was somebody else. */
export function securityNotice(
  profile: UtilityProfile,
  recipient: string,
  {
    template,
    heading,
    text,
    ...values
  }: Pick<NewEmail, 'template'> & { heading: string; text: string; when: string; card?: string },
): NewEmail {
  const ifNotYou = 'If this wasn’t you, change your password right away and call customer service.'
  return writeEmail(profile, {
    template,
    dedupeKey: `${template}-${randomUUID()}`,
    recipient,
    subject: { text: heading },
    heading: { text: heading },
    parts: [
      { kind: 'paragraph', text, values },
      { kind: 'paragraph', text: ifNotYou },
    ],
  })
}

export function passwordNotice(profile: UtilityProfile, recipient: string, isGiven: boolean, now: Instant): NewEmail {
  const when = momentIn(profile, now)
  const [what, ifNot] = isGiven
    ? [
        'Customer service set a new password for your online account on {when}. When you log in with it, you will be asked for one of your own.',
        'If you did not ask for this, set a new password right away with “Forgot password?” on the login page, and call customer service.',
      ]
    : [
        'The password of your online account was changed on {when}.',
        'If this was not you, set a new password right away with “Forgot password?” on the login page, and call customer service.',
      ]
  return writeEmail(profile, {
    template: 'password-changed',
    dedupeKey: `password-changed-${randomUUID()}`,
    recipient,
    subject: { text: 'Your password was changed' },
    heading: { text: 'Your password was changed' },
    parts: [
      {
        kind: 'paragraph',
        text: what,
        values: { when },
        next: [{ text: 'You’ve been logged out on all other devices.' }],
      },
      { kind: 'paragraph', text: ifNot },
    ],
  })
}
