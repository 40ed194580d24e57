import type { ParsedBodyOf } from '@portal/contract/call'
import {
  backdoorLogin,
  keepSession,
  logout,
  readSession,
  type SignInReply,
  updateUserPassword,
  userLogin,
} from '@portal/contract/sign-in'
import type { FastifyInstance } from 'fastify'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { knownForDays } from '../../foundation/credentials/known-browsers.ts'
import { deviceOf } from '../../foundation/sessions/device.ts'
import { type Asked, adminRoute, customerRoute, publicRoute } from '../../http/route.ts'
import { changePassword } from './change-password.ts'
import { describeSession } from './describe-session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

type Credentials = ParsedBodyOf<typeof userLogin>

/** Signing customers in and out, their sessions and their own passwords (C§2.2, C§4, C§7). */
export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, userLogin, async (asked) => await signInBrowser(deps, asked, null))
  adminRoute(app, backdoorLogin, async (asked) => await signInBrowser(deps, asked, asked.session))
  publicRoute(app, logout, async ({ cookies }) => {
    const token = cookies.read('customer')
    if (token !== null) await signOut(deps, token)
    cookies.clear('customer')
    return { status: 'Success' as const }
  })
  customerRoute(app, readSession, async ({ session }) => describeSession(deps, session))
  customerRoute(app, keepSession, async ({ session }) => describeSession(deps, session))
  customerRoute(app, updateUserPassword, async ({ body, session, cookies }) => {
    const { reply, token } = await changePassword(deps, session, { ...body, knownToken: cookies.readKnown() })
    if (token !== null) cookies.write('customer', token)
    return reply
  })
}

async function signInBrowser(
  deps: Deps,
  asked: Asked<undefined, undefined, undefined, Credentials>,
  tester: AdminCaller | null,
): Promise<SignInReply> {
  const { body, clientAddress, requestId, cookies, userAgent } = asked
  const origin = { clientAddress, requestId }
  const browser = {
    origin,
    device: deviceOf(userAgent),
    oldToken: cookies.read('customer'),
    tester,
    knownToken: cookies.readKnown(),
  }
  const { reply, token, knownToken } = await signIn(deps, browser, body)
  if (token !== null) cookies.write('customer', token)
  if (knownToken) cookies.writeKnown(knownToken, knownForDays)
  return reply
}
