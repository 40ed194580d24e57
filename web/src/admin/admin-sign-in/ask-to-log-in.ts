import { adminLogin, readAdminSession, type SecondFactorSetup } from '@portal/contract/admin-sign-in'
import type { BodyOf, ReplyOf } from '@portal/contract/call'
import { cookieTexts } from '@portal/contract/page-words'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, isKnownAgain, send } from '#api/send.ts'
import { t } from '#ui/text/t.ts'

export type Credentials = BodyOf<typeof adminLogin>

type LoggedIn = Extract<ReplyOf<typeof adminLogin>, { status: 'Success' }>
/** The administrator who has logged in (A§3). */
export type LoggedInAdmin = LoggedIn['result'][0]

/** The outcome: `problem` is mostly a wait after too many attempts; `unreachable` may come with a detail. */
export type Answer =
  | { readonly kind: 'success'; readonly admin: LoggedInAdmin; readonly recoveryCodes: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'code'; readonly message: string }
  | { readonly kind: 'setUp'; readonly message: string; readonly setUp: SecondFactorSetup }
  | { readonly kind: 'problem'; readonly problem: ApiProblem }
  | { readonly kind: 'unreachable'; readonly detail?: string | undefined }

/** Asks the server to log an administrator in. Never throws; the messages are those of A§8. */
export async function askToLogIn(credentials: Credentials): Promise<Answer> {
  try {
    const reply = await send(adminLogin, { body: credentials })
    if (reply.status === 'Success') {
      if (!(await isKnownAgain(async () => await send(readAdminSession))))
        return { kind: 'refused', message: t(cookieTexts.notSent) }
      return { kind: 'success', admin: reply.result[0], recoveryCodes: reply.recoveryCodes ?? [] }
    }
    if (reply.status === 'Failed') return { kind: 'refused', message: reply.description }
    if (reply.status === 'SecondFactor') return { kind: 'code', message: reply.description }
    return { kind: 'setUp', message: reply.description, setUp: reply.setUp }
  } catch (error) {
    const problem = asProblem(error)
    return problem.isUncertain ? { kind: 'unreachable', detail: problem.detail } : { kind: 'problem', problem }
  }
}
