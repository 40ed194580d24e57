import {
  forgotPassword,
  forgotTexts,
  forgotUsername,
  type FoundReply,
  sendEmailForgotPassword,
  sendEmailForgotUsername,
  type SentReply,
} from '@portal/contract/forgot'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { checkBySchema, type FormErrors } from '#ui/form/check-by-schema.ts'
import { t } from '#ui/text/t.ts'

/** C§2.4. */
export type Forgotten = 'password' | 'username'

/** Of the first step of either flow. */
export interface Identifiers {
  readonly accountId: string
  readonly username: string
  readonly emailAddress: string
}

interface Answered {
  readonly personId: string
  readonly answer?: string
  readonly emailInstead?: boolean
}

interface Flow {
  readonly title: string
  readonly lead: string
  /** Beside the account number. */
  readonly field: 'username' | 'emailAddress'
  readonly check: (typed: Identifiers) => FormErrors
  readonly find: (typed: Identifiers, division: string) => Promise<FoundReply>
  readonly answer: (answered: Answered) => Promise<SentReply>
  /** For people who cannot or do not want to answer the question (WCAG 3.3.8). */
  readonly instead: string
  /** The message when the server cannot be reached (C§8). */
  readonly network: string
}

/** For the check: the portal supplies the division, so it can never be the person's mistake. */
const anyDivision = { division: '' }

export const flows: Readonly<Record<Forgotten, Flow>> = {
  password: {
    title: t('Forgot Password'),
    lead: t('Enter your details. We’ll email a link to set a new password to the address we have on file.'),
    field: 'username',
    check: (typed) => checked(forgotPassword, typed),
    find: ({ accountId, username }, division) => send(forgotPassword, { body: { accountId, division, username } }),
    answer: (body) => send(sendEmailForgotPassword, { body }),
    instead: t('Email me a link instead'),
    network: t(forgotTexts.networkPassword),
  },
  username: {
    title: t('Forgot Username'),
    lead: t('Enter your details. We’ll email your username to the address we have on file.'),
    field: 'emailAddress',
    check: (typed) => checked(forgotUsername, typed),
    find: ({ accountId, emailAddress }, division) =>
      send(forgotUsername, { body: { accountId, emailAddress, division } }),
    answer: (body) => send(sendEmailForgotUsername, { body }),
    instead: t('Email me my username instead'),
    network: t(forgotTexts.networkUsername),
  },
}

function checked({ body }: typeof forgotPassword | typeof forgotUsername, typed: Identifiers): FormErrors {
  return body ? checkBySchema(body)({ ...typed, ...anyDivision }) : {}
}

/** The server or the billing records: the message modal says so, in the wording of C§8. */
export function isOutOfReach(error: Error): boolean {
  const { isUncertain, name } = asProblem(error)
  return isUncertain || name === 'partner-down'
}

/** A refusal, or how long to wait. */
export function problemInDialog(error: Error | null): ApiProblem | null {
  return error && !isOutOfReach(error) ? asProblem(error) : null
}
