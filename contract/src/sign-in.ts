import { z } from 'zod'
import { call } from './call.ts'
import { NewPassword, TriedPassword, credentialTexts } from './credentials.ts'
import { Instant } from './dates.ts'
import { AccountNumber, PersonId } from './ids.ts'
import { signInTexts, wrongPasswordLimit } from './sign-in-texts.ts'
import { typedName } from './text.ts'

export { signInTexts }

/** C§3. */
export const PremiseOfPerson = z.object({
  accountId: AccountNumber,
  premiseInfo: z.string(),
  /** `RESID` is residential, anything else is not. */
  customerClass: z.string(),
  isActive: z.boolean(),
})
export type PremiseOfPerson = z.infer<typeof PremiseOfPerson>

const Credentials = z.object({
  // As names are stored: some keyboards send an accent separately from its letter.
  userName: z.string().overwrite(typedName).min(1, signInTexts.usernameRequired).max(200),
  password: TriedPassword.min(1, signInTexts.passwordRequired),
})

/** Sent by clients that follow C§7, and ignored: the server knows these values. */
const NotRead = z.string().max(100).optional()

const SpecifiedCredentials = Credentials.extend({
  webUserPersonIdTypeCode: NotRead,
  webAccessFlag: NotRead,
  wrongPasswordCountPersonCharTypeCode: NotRead,
  cisDivision: NotRead,
  wrongPasswordCountLimit: NotRead,
})

const SignedIn = z.object({
  status: z.object({ loginMessage: z.literal(signInTexts.success) }),
  result: z.object({ loginSuccessful: z.literal(true), personId: PersonId, premiseData: z.array(PremiseOfPerson) }),
})
const NotSignedIn = z.object({
  status: z.object({ loginMessage: z.enum([signInTexts.failed, signInTexts.exceeded]) }),
  result: z.object({ loginSuccessful: z.literal(false) }),
})
const SignInReply = z.union([SignedIn, NotSignedIn])
export type SignInReply = z.infer<typeof SignInReply>

/** Failures but `too-many-tries` are shown as `signInTexts.notResponding`. */
export const userLogin = call({
  method: 'POST',
  path: '/api/v1/user-login',
  group: 'general',
  summary: 'Log a customer in (C§2.2, C§4, C§7)',
  access: 'anyone',
  switch: 'login',
  body: SpecifiedCredentials,
  reply: SignInReply,
  problems: {},
})

/** Ignores the login switch and nothing else (A§2, R6). */
export const backdoorLogin = call({
  method: 'POST',
  path: '/api/v1/backdoor-login',
  group: 'general',
  summary: 'Log in as a customer for testing while login is off (A§2, R6)',
  access: { admin: [1, 2] },
  body: Credentials,
  reply: SignInReply,
  problems: {},
})

export const logout = call({
  method: 'POST',
  path: '/api/v1/logout',
  group: 'general',
  summary: 'Log the customer out (C§4)',
  access: 'anyone',
  body: z.object({}),
  reply: z.object({ status: z.literal('Success') }),
  problems: {},
})

const CustomerSession = z.object({
  username: z.string(),
  personId: PersonId,
  /** Until another password is chosen, no call works but those that lead there. */
  mustChangePassword: z.boolean(),
  endsAt: Instant,
  secondsLeft: z.number().int().min(0),
})

export const readSession = call({
  method: 'GET',
  path: '/api/v1/session',
  group: 'general',
  summary: 'The logged-in customer and the seconds left. Does not extend the session (C§4)',
  access: 'customer',
  isForGivenPassword: true,
  isPassive: true,
  reply: CustomerSession,
  problems: {},
})

export const keepSession = call({
  method: 'POST',
  path: '/api/v1/keep-session',
  group: 'general',
  summary: 'Keep the session alive while the customer is active (C§4)',
  access: 'customer',
  isForGivenPassword: true,
  body: z.object({}),
  reply: CustomerSession,
  problems: {},
})

/** Wrong current passwords count as at sign-in. A password that staff have set cannot be kept. */
export const updateUserPassword = call({
  method: 'POST',
  path: '/api/v1/update-user-password',
  group: 'dashboard',
  summary: 'Change your own password (C§2.5, C§7)',
  access: 'customer',
  isForGivenPassword: true,
  body: z.object({
    personId: PersonId,
    oldPassword: TriedPassword.min(1, credentialTexts.currentPasswordRequired),
    password: NewPassword,
  }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), description: z.literal(credentialTexts.passwordUpdated) }),
      z.object({
        status: z.literal('Failed'),
        description: z.enum([signInTexts.wrongCurrentPassword, signInTexts.exceededShown]),
      }),
    ]),
  }),
  problems: {},
})

/** C§7 sends this with every sign-in; the server knows it and reads none of it. */
export const sentWithSignIn = {
  webUserPersonIdTypeCode: 'WEB',
  webAccessFlag: 'ALWD',
  wrongPasswordCountPersonCharTypeCode: 'WPCOUNT',
  wrongPasswordCountLimit: String(wrongPasswordLimit),
} as const
