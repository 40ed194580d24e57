import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { NewAdmin } from './admin-users.ts'
import { insertTextAnnouncement } from './announcement-editing.ts'
import { NewSecurityAnswer } from './credentials.ts'
import { ChangedAddress, DetailsToUpdate } from './edit-account.ts'
import { forgotPassword, forgotUsername, sendEmailForgotPassword } from './forgot.ts'
import { HelpTicket } from './help-and-support.ts'
import { Why } from './reason.ts'
import { ReportFilter } from './reports.ts'
import { userLogin } from './sign-in.ts'
import { signUpFields } from './sign-up-payload.ts'
import { SurveySubmission } from './survey.ts'

const letters = (length: number): string => 'x'.repeat(length)
/** With a domain of the length that is missing: 64 letters are the most before the @, and 63 between two dots. */
const address = (length: number): string => {
  const domain = letters(length - 'x@.com'.length).replaceAll(/.{50}(?=.{2})/g, (part) => `${part.slice(1)}.`)
  return `x@${domain}.com`
}

/**
 * Each field that people type into, its longest text, and how to make a text of a given length that is otherwise valid.
 */
const fields: [string, z.ZodType | undefined, number, (length: number) => string][] = [
  ['the username of an enrollment', signUpFields.username, 50, letters],
  ['the e-mail address of an enrollment', signUpFields.email_address, 254, address],
  ['a security answer', NewSecurityAnswer, 200, letters],
  ['a username to sign in with', userLogin.body?.shape.userName, 200, letters],
  ['a forgotten customer’s username', forgotPassword.body?.shape.username, 200, letters],
  ['a forgotten customer’s e-mail address', forgotUsername.body?.shape.emailAddress, 254, address],
  ['the answer of a forgotten customer', sendEmailForgotPassword.body?.shape.answer, 200, letters],
  ['the e-mail address of an edit', DetailsToUpdate.shape.emailAddress, 254, address],
  ['the first line of an address', ChangedAddress.shape.address1, 254, letters],
  ['the second line of an address', ChangedAddress.shape.address2, 254, letters],
  ['a city', ChangedAddress.shape.city, 60, letters],
  ['the security answer of an edit', DetailsToUpdate.shape.Answer, 200, letters],
  ['the name on a ticket', HelpTicket.shape.fullName, 254, letters],
  ['the e-mail address on a ticket', HelpTicket.shape.emailAddress, 254, address],
  ['the message of a ticket', HelpTicket.shape.message, 4000, letters],
  ['an answer of the survey', SurveySubmission.shape.surveyAns10, 2000, letters],
  ['the username of an administrator', NewAdmin.shape.username, 60, letters],
  ['the e-mail address of an administrator', NewAdmin.shape.email, 254, address],
  ['the title of an announcement', insertTextAnnouncement.body?.shape.title, 200, letters],
  ['a filter of the reports', ReportFilter.shape.username, 200, letters],
  ['a reason for an action on a payment', Why, 500, letters],
]

describe.each(fields)('%s', (_, field, longest, textOf) => {
  test(`may have ${longest} characters, and not one more`, () => {
    const isTaken = (length: number): boolean | undefined => field?.safeParse(textOf(length)).success
    expect([isTaken(longest), isTaken(longest + 1)]).toEqual([true, false])
  })
})
