import { pagePaths } from '@portal/contract/paths'
import { displayName } from '@portal/contract/text'
import type { UtilityProfile } from '@portal/contract/utility'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { NewEmail } from '../../foundation/mail/outbox.ts'
import { writeEmail } from '../../foundation/mail/write-email.ts'

/** The confirmation of an enrolment (C§2.3 success view). */
export function activatedEmail(
  profile: UtilityProfile,
  customer: { webUserId: number; person: PersonRecord; username: string; emailAddress: string },
  origin: string,
): NewEmail {
  return writeEmail(profile, {
    kind: 'account-activated',
    dedupeKey: `account-activated-${customer.webUserId}`,
    recipient: customer.emailAddress,
    subject: 'Your online account is ready',
    heading: 'Thank you for activating your web portal account',
    parts: [
      {
        kind: 'paragraph',
        text: `Hello ${displayName(customer.person.fullName)}, you can now log in to see and pay your bills.`,
      },
      { kind: 'details', rows: [['Username', customer.username]] },
      { kind: 'link', text: 'Log in', address: `${origin}${pagePaths.home}` },
      {
        kind: 'paragraph',
        text: 'If you didn’t register, call customer service right away.',
      },
    ],
  })
}
