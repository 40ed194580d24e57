import { z } from 'zod'
import { tooLong } from './input-texts.ts'
import { whyPredictable } from './predictable-password.ts'
import { answerToCompare, credentialTexts, passwordLength } from './sign-in-texts.ts'

// Apart from the schemas: a page that only shows the texts loads no schema library.
export { credentialTexts }

/** A password that is too long is refused, never cut (R13). */
export const NewPassword = z
  .string()
  // Far above the limit: one message for everything a person may paste.
  .max(1000, credentialTexts.passwordLength)
  // One check for both: one that ends the others would hide what is wrong with other fields.
  .superRefine((password, context) => {
    const { length } = [...password]
    const isOfLength = length >= passwordLength.shortest && length <= passwordLength.longest
    const why = isOfLength ? whyPredictable(password) : credentialTexts.passwordLength
    if (why !== null) context.addIssue(why)
  })

export const TriedPassword = z.string().max(1000)

export const longestAnswer = 200

export const NewSecurityAnswer = z
  .string()
  .max(longestAnswer, tooLong(longestAnswer))
  .refine((answer) => answerToCompare(answer) !== '', credentialTexts.answerRequired)
