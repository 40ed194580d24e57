import { z } from 'zod'
import { call } from './call.ts'
import { NewPassword, credentialTexts, longestAnswer } from './credentials.ts'
import { Instant } from './dates.ts'
import { emailAddress } from './email.ts'
import { AccountNumber } from './ids.ts'
import { tooLong } from './input-texts.ts'
import { english } from './language.ts'
import { typedName, unspaced } from './text.ts'
import { divisionLength } from './utility.ts'

/** R8. */
export const recoveryMinutes = 30

/** Validity of a mailed link (R8), from its sending (docs/decisions/011). */
export const linkMinutes = 30

/** C§4, C§5, C§8, partly ours. */
export const forgotTexts = {
  accountRequired: 'Please enter your Account Number.',
  usernameRequired: 'Please enter your Username.',
  emailRequired: 'Please enter a your Email Address.',
  emailInvalid: 'Please enter a valid Email Address.',
  /** Shown at their fields; all others in the message modal (C§8). */
  noSuchAccount: "Account number doesn't exist",
  noSuchUsername: "Username doesn't exist",
  emailDiffers: 'Email address does not match',
  notEnrolled: 'This account number isn’t registered yet. Register first.',
  noEmail: 'We don’t have an email address on file for this account. Call customer service.',
  tookTooLong: 'Your session timed out. Start again.',
  answerRequired: 'Please provide the answer for security question below.',
  answerWrong: 'Security Answer is not valid.',
  linkSent: english.t(
    'We’re emailing a link to the address we have on file. You can use it once, within {linkMinutes} minutes. Check your junk folder too.',
    { linkMinutes },
  ),
  usernameSent: 'We’re emailing your username to the address we have on file. Check your junk folder too.',
  networkPassword: 'Server Error. Try again later!',
  networkUsername: 'Server error! Please try again later!',
  linkNotGood: 'This link has expired or has already been used. Request a new one.',
} as const

/** What either flow finds the customer by, next to the account number. */
export const Identifiers = z.object({
  accountId: z.string().overwrite(unspaced).min(1, forgotTexts.accountRequired).pipe(AccountNumber),
  username: z.string().overwrite(typedName).min(1, forgotTexts.usernameRequired).max(200, tooLong(200)),
  emailAddress: emailAddress(forgotTexts.emailRequired, forgotTexts.emailInvalid),
})
const division = z.string().max(divisionLength)

/** One recovery, for the browser that started it; the specification has `personId` (R8). */
const RecoveryHandle = z.uuid()

/** Not found: a sentence, for its field or for the message modal. */
const FoundReply = z.object({
  result: z.discriminatedUnion('status', [
    z.object({ status: z.literal('Success'), personId: RecoveryHandle, securityQuestion: z.string() }),
    z.object({
      status: z.literal('Failed'),
      description: z.string(),
      field: z.enum(['accountId', 'username', 'emailAddress']).optional(),
    }),
  ]),
})
export type FoundReply = z.infer<typeof FoundReply>

export const forgotPassword = call({
  method: 'POST',
  path: '/api/v1/forgot-password',
  group: 'general',
  summary: 'Forgot password: find the customer by account number and username (C§2.4, C§7)',
  access: 'guest',
  body: Identifiers.omit({ emailAddress: true }).extend({ division }),
  reply: FoundReply,
  problems: {},
})

export const forgotUsername = call({
  method: 'POST',
  path: '/api/v1/forgot-username',
  group: 'general',
  summary: 'Forgot username: find the customer by account number and email address (C§2.4, C§7)',
  access: 'guest',
  body: Identifiers.omit({ username: true }).extend({ division }),
  reply: FoundReply,
  problems: {},
})

/** Compared on the server (R8). `emailInstead`: the email goes out without an answer (WCAG 3.3.8). */
const Answered = z.object({
  personId: RecoveryHandle,
  answer: z.string().max(longestAnswer, tooLong(longestAnswer)).optional(),
  emailInstead: z.boolean().optional(),
})

/** `canTryAgain` leaves the question open; without it, the modal starts over. */
const SentReply = z.object({
  result: z.discriminatedUnion('status', [
    z.object({ status: z.literal('Success'), description: z.string() }),
    z.object({ status: z.literal('Failed'), description: z.string(), canTryAgain: z.boolean() }),
  ]),
})
export type SentReply = z.infer<typeof SentReply>

export const sendEmailForgotPassword = call({
  method: 'POST',
  path: '/api/v1/send-email-forgot-password',
  group: 'general',
  summary: 'Forgot password: answer the question, get a link by email (C§4, C§7, R8)',
  access: 'guest',
  body: Answered,
  reply: SentReply,
  problems: {},
})

export const sendEmailForgotUsername = call({
  method: 'POST',
  path: '/api/v1/send-email-forgot-username',
  group: 'general',
  summary: 'Forgot username: answer the question, get the username by email (C§4, C§7, R8)',
  access: 'guest',
  body: Answered,
  reply: SentReply,
  problems: {},
})

/** As a mailed link has it: 256 bits. Anything else was cut off or changed on its way. */
export const wholeLinkToken = /^[\w-]{43}$/

/** Comes after the `#`, so that no server or proxy logs it. Any text is accepted: a wrong one is not valid. */
const LinkToken = z.string().max(200)

const LinkNotGood = z.object({ status: z.literal('Failed'), description: z.literal(forgotTexts.linkNotGood) })

export const checkPasswordLink = call({
  method: 'POST',
  path: '/api/v1/check-password-link',
  group: 'general',
  summary: 'Check if an emailed set-password link is still valid (R8)',
  access: 'anyone',
  body: z.object({ token: LinkToken }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), username: z.string(), expiresAt: Instant }),
      LinkNotGood,
    ]),
  }),
  problems: {},
})

/** Works once, unlocks the login, ends every session of the customer and mails a notice. */
export const setPassword = call({
  method: 'POST',
  path: '/api/v1/set-password',
  group: 'general',
  summary: 'Set a new password with an emailed link (R8)',
  access: 'anyone',
  body: z.object({ token: LinkToken, password: NewPassword }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), description: z.literal(credentialTexts.passwordUpdated) }),
      LinkNotGood,
    ]),
  }),
  problems: {},
})
