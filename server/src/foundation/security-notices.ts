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
  return notice(profile, recipient, {
    kind: 'email-changed',
    heading: 'Your email address was changed',
    text: `The email address for your online account was changed on ${when}.`,
  })
}

export function questionChangedEmail(profile: UtilityProfile, { recipient, now }: Notice): NewEmail {
  const when = momentIn(profile, now)
  return notice(profile, recipient, {
    kind: 'security-question-changed',
    heading: 'Your security question was changed',
    text: `The security question or answer for your online account was changed on ${when}.`,
  })
}

function notice(
  profile: UtilityProfile,
  recipient: string,
  { kind, heading, text }: { kind: string; heading: string; text: string },
): NewEmail {
  const ifNotYou = 'If this wasn’t you, change your password right away and call customer service.'
  const parts = [text, ifNotYou].map((words) => ({ kind: 'paragraph', text: words }) as const)
  return writeEmail(profile, {
    kind,
    dedupeKey: `${kind}-${randomUUID()}`,
    recipient,
    subject: heading,
    heading,
    parts,
  })
}

export function passwordNotice(profile: UtilityProfile, recipient: string, isGiven: boolean, now: Instant): NewEmail {
  const at = momentIn(profile, now)
  const [what, ifNot] = isGiven
    ? [
        `Customer service set a new password for your online account on ${at}. When you log in with it, you will be asked for one of your own.`,
        'If you did not ask for this,',
      ]
    : [`The password of your online account was changed on ${at}.`, 'If this was not you,']
  return writeEmail(profile, {
    kind: 'password-changed',
    dedupeKey: `password-changed-${randomUUID()}`,
    recipient,
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    parts: [
      {
        kind: 'paragraph',
        text: `${what} You’ve been logged out on all other devices.`,
      },
      {
        kind: 'paragraph',
        text: `${ifNot} set a new password right away with “Forgot password?” on the login page, and call customer service.`,
      },
    ],
  })
}
