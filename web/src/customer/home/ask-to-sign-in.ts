import type { ReplyOf } from '@portal/contract/call'
import { cookieTexts } from '@portal/contract/page-words'
import { sentWithSignIn, readSession, signInTexts, userLogin } from '@portal/contract/sign-in'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, isKnownAgain, send } from '#api/send.ts'
import { t } from '#ui/text/t.ts'

export interface Credentials {
  readonly userName: string
  readonly password: string
}

/** With their accounts. */
export type SignedIn = Extract<ReplyOf<typeof userLogin>['result'], { loginSuccessful: true }>

/** `closed` when login is switched off, `problem` after too many attempts, or when the page itself failed. */
export type Answer =
  | { readonly kind: 'success'; readonly signedIn: SignedIn }
  | { readonly kind: 'closed' }
  | { readonly kind: 'refused'; readonly message: string; readonly isLocked: boolean }
  | { readonly kind: 'problem'; readonly problem: ApiProblem }

const noCookie = { kind: 'refused', message: t(cookieTexts.notSent), isLocked: false } as const

/** Never throws; the messages are those of C§8. */
export async function askToSignIn(credentials: Credentials, cisDivision: string): Promise<Answer> {
  try {
    const body = { ...credentials, ...sentWithSignIn, cisDivision }
    const { result, status } = await send(userLogin, { body })
    if (result.loginSuccessful) {
      return (await isKnownAgain(async () => await send(readSession)))
        ? { kind: 'success', signedIn: result }
        : noCookie
    }
    const isLocked = status.loginMessage === signInTexts.exceeded
    return { kind: 'refused', message: isLocked ? t(signInTexts.exceededShown) : status.loginMessage, isLocked }
  } catch (error) {
    const problem = asProblem(error)
    if (problem.name === 'maintenance') return { kind: 'closed' }
    if (['too-many-tries', 'page-fault'].includes(problem.name)) return { kind: 'problem', problem }
    return { kind: 'refused', message: t(signInTexts.notResponding), isLocked: false }
  }
}
