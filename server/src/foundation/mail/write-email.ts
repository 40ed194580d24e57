import type { UtilityProfile } from '@portal/contract/utility'
import { type EmailContent, layOutEmail } from './email-layout.ts'
import type { NewEmail } from './outbox.ts'

/** A letter to be queued: the utility's name is put before its subject, and its content laid out in the utility's frame. */
export function writeEmail(
  profile: UtilityProfile,
  { heading, parts, ...email }: Omit<NewEmail, 'text' | 'html'> & EmailContent,
): NewEmail {
  return { ...email, subject: `${profile.name}: ${email.subject}`, ...layOutEmail({ heading, parts }, profile) }
}
