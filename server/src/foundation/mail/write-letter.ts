import type { UtilityProfile } from '@portal/contract/utility'
import { type LetterContent, layOutLetter } from './letter-layout.ts'
import type { NewEmail } from './outbox.ts'

/** A letter to be queued: the utility's name is put before its subject, and its content laid out in the utility's frame. */
export function writeLetter(
  profile: UtilityProfile,
  { heading, parts, ...email }: Omit<NewEmail, 'text' | 'html'> & LetterContent,
): NewEmail {
  return { ...email, subject: `${profile.name}: ${email.subject}`, ...layOutLetter({ heading, parts }, profile) }
}
