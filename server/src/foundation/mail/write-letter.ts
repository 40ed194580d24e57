import type { UtilityProfile } from '@portal/contract/utility'
import { type LetterContent, layOutLetter } from './letter-layout.ts'
import type { NewLetter } from './outbox.ts'

/** A letter to be queued: the utility's name is put before its subject, and its content laid out in the utility's frame. */
export function writeLetter(
  profile: UtilityProfile,
  { heading, parts, ...letter }: Omit<NewLetter, 'text' | 'html'> & LetterContent,
): NewLetter {
  return { ...letter, subject: `${profile.name}: ${letter.subject}`, ...layOutLetter({ heading, parts }, profile) }
}
