import {
  backdoorLogin,
  keepSession,
  logout,
  readSession,
  updateUserPassword,
  userLogin,
} from '@portal/contract/sign-in'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Asked, adminRoute, customerRoute, publicRoute } from '../../http/route.ts'
import { changePassword } from './change-password.ts'
import { describeSession } from './describe-session.ts'
import { type SignedIn, signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

type Cookies = Asked<unknown, unknown, unknown, unknown>['cookies']

/** Signing customers in and out, their sessions and their own passwords (C§2.2, C§4, C§7). */
export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, userLogin, async ({ body, clientAddress, cookies }) =>
    welcome(cookies, await signIn(deps, { clientAddress, oldToken: cookies.read('customer') }, body)),
  )
  adminRoute(app, backdoorLogin, async ({ body, clientAddress, cookies, session }) => {
    deps.log.info({ event: 'backdoor-login', adminUser: session.adminUserId }, 'An administrator tests signing in')
    return welcome(cookies, await signIn(deps, { clientAddress, oldToken: cookies.read('customer') }, body))
  })
  publicRoute(app, logout, async ({ body, cookies }) => {
    const token = cookies.read('customer')
    if (token !== null) await signOut(deps, token, body.everywhere ?? false)
    cookies.clear('customer')
    return { status: 'Success' as const }
  })
  customerRoute(app, readSession, async ({ session }) => await describeSession(deps, session))
  customerRoute(app, keepSession, async ({ session }) => await describeSession(deps, session))
  customerRoute(app, updateUserPassword, async ({ body, session, cookies }) => {
    const { reply, token } = await changePassword(deps, session, body)
    if (token !== null) cookies.write('customer', token)
    return reply
  })
}

function welcome(cookies: Cookies, { reply, token }: SignedIn): SignedIn['reply'] {
  if (token !== null) cookies.write('customer', token)
  return reply
}
