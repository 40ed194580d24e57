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

/** What of the contact details a customer may change on their own, besides the email address. */
export type ChangedContact = 'phones' | 'address'

const contactTexts = {
  phones: {
    heading: 'Your phone numbers were changed',
    text: 'The phone numbers for your online account were changed on {when}.',
  },
  address: {
    heading: 'Your mailing address was changed',
    text: 'The mailing address for your online account was changed on {when}.',
  },
} as const satisfies Record<ChangedContact, { heading: string; text: string }>

export function contactChangedEmail(
  profile: UtilityProfile,
  what: ChangedContact,
  { recipient, now }: Notice,
): NewEmail {
  const when = momentIn(profile, now)
  return securityNotice(profile, recipient, { template: 'contact-changed', ...contactTexts[what], when })
}

/** The number that texts go to is not that of the billing system. */
export function textNumberEmail(
  profile: UtilityProfile,
  { recipient, now, number }: Notice & { number: string },
): NewEmail {
  return securityNotice(profile, recipient, {
    template: 'text-number-changed',
    heading: 'Your number for texts was changed',
    text: 'Since {when}, texts for your online account go to the number ending in {number}.',
    when: momentIn(profile, now),
    number: number.slice(-4),
  })
}

/** @param device in plain words, such as `Chrome on Windows`; may be empty */
export function newLoginEmail(
  profile: UtilityProfile,
  { recipient, now, device, of }: Notice & { device: string; of: 'customer' | 'admin' },
): NewEmail {
  const heading = { text: 'New login to your account' }
  const ifNotYou =
    of === 'customer'
      ? 'If this wasn’t you, change your password right away and call customer service. Under “Where you’re logged in” you can log out that browser.'
      : 'If this wasn’t you, change your password right away and tell a super admin. Under “Where you’re logged in” you can log out that browser.'
  return writeEmail(profile, {
    template: 'new-login',
    dedupeKey: `new-login-${randomUUID()}`,
    recipient,
    subject: heading,
    heading,
    parts: [
      { kind: 'paragraph', text: 'Your account was opened in a browser that you have not used before.' },
      {
        kind: 'details',
        rows: [
          ['Date and time', momentIn(profile, now)],
          ['Browser', device === '' ? { text: 'Unknown' } : device],
        ],
      },
      {
        kind: 'paragraph',
        text: 'If this was you, you do not need to do anything.',
        next: [{ text: ifNotYou }],
      },
    ],
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
  }: Pick<NewEmail, 'template'> & { heading: string; text: string; when: string; card?: string; number?: string },
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
