import { z } from 'zod'
import { whyPredictable } from './predictable-password.ts'
import { answerToCompare, credentialTexts, passwordLength } from './sign-in-texts.ts'
import { tooLong } from './text.ts'

// Kept apart from the schemas, so that a page that only shows the texts need not load a schema library.
export { credentialTexts }

/**
 * A password that is being chosen, of the right length and without a pattern that everybody tries. One that is too long
 * is refused, never cut (R13).
 */
export const NewPassword = z
  .string()
  // Far above the limit, so that the message is the same for everything a person may paste.
  .max(1000, credentialTexts.passwordLength)
  // One check for both, because a check that ends the others would hide what is wrong with other fields of its form.
  .superRefine((password, context) => {
    const { length } = [...password]
    const isOfLength = length >= passwordLength.shortest && length <= passwordLength.longest
    const why = isOfLength ? whyPredictable(password) : credentialTexts.passwordLength
    if (why !== null) context.addIssue(why)
  })

/**
 * For `refine`: the new password was typed the same both times (C§5, A§5). It runs even when other fields are wrong, so
 * that all errors show at once.
 * @param password the name of the first field
 * @param again the name of the second field, which shows the message when they differ
 */
export function typedTwice<Password extends string, Again extends string>(
  password: Password,
  again: Again,
  message: string = credentialTexts.passwordsDiffer,
): [check: (form: Readonly<Record<Password | Again, string>>) => boolean, told: Told] {
  return [(form) => form[password] === form[again], { path: [again], message, when: () => true }]
}

interface Told {
  path: string[]
  message: string
  when: () => boolean
}

/** A password that is being tried: whatever a person types, however long. */
export const TriedPassword = z.string().max(1000)

/** A security answer has at most this many characters. */
export const longestAnswer = 200

/** A security answer that is being chosen. It needs at least one character that is compared. */
export const NewSecurityAnswer = z
  .string()
  .max(longestAnswer, tooLong(longestAnswer))
  .refine((answer) => answerToCompare(answer) !== '', credentialTexts.answerRequired)
