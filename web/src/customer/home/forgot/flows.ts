import {
  forgotPassword,
  forgotTexts,
  forgotUsername,
  type FoundReply,
  Identifiers as IdentifiersOfCalls,
  sendEmailForgotPassword,
  sendEmailForgotUsername,
  type SentReply,
} from '@portal/contract/forgot'
import { accountNumber } from '#account/bill-fields.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { email, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import type { ValuesOf } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'

/** C§2.4. */
export type Forgotten = 'password' | 'username'

const { shape } = IdentifiersOfCalls

/** Of the first step of either flow, which shows the account number and one of the others. */
export const identifiers = {
  accountId: accountNumber({ id: 'forgot-account-number' }, rule(shape.accountId)),
  username: text(
    {
      id: 'forgot-username',
      label: t('Username'),
      autoComplete: 'username',
      autoCapitalize: 'none',
      spellCheck: false,
    },
    rule(shape.username),
  ),
  emailAddress: email(
    { id: 'forgot-email', label: t('Email address'), hint: t('The one we have on file for you') },
    rule(shape.emailAddress),
  ),
}
export type Identifiers = ValuesOf<typeof identifiers>

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
  readonly find: (typed: Identifiers, division: string) => Promise<FoundReply>
  readonly answer: (answered: Answered) => Promise<SentReply>
  /** For people who cannot or do not want to answer the question (WCAG 3.3.8). */
  readonly instead: string
  /** The message when the server cannot be reached (C§8). */
  readonly network: string
}

export const flows: Readonly<Record<Forgotten, Flow>> = {
  password: {
    title: t('Forgot Password'),
    lead: t('Enter your details. We’ll email a link to set a new password to the address we have on file.'),
    field: 'username',
    find: ({ accountId, username }, division) => send(forgotPassword, { body: { accountId, division, username } }),
    answer: (body) => send(sendEmailForgotPassword, { body }),
    instead: t('Email me a link instead'),
    network: t(forgotTexts.networkPassword),
  },
  username: {
    title: t('Forgot Username'),
    lead: t('Enter your details. We’ll email your username to the address we have on file.'),
    field: 'emailAddress',
    find: ({ accountId, emailAddress }, division) =>
      send(forgotUsername, { body: { accountId, emailAddress, division } }),
    answer: (body) => send(sendEmailForgotUsername, { body }),
    instead: t('Email me my username instead'),
    network: t(forgotTexts.networkUsername),
  },
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
