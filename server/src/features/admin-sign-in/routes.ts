import {
  adminLogin,
  adminLogout,
  beginSecondFactor,
  confirmSecondFactor,
  keepAdminSession,
  readAdminSession,
  updateAdminPassword,
} from '@portal/contract/admin-sign-in'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { knownForDays } from '../../foundation/credentials/known-browsers.ts'
import { deviceOf } from '../../foundation/sessions/session.ts'
import { type Asked, adminRoute, publicRoute } from '../../http/route.ts'
import { refuseCommonly } from '../../refusal.ts'
import { changeOwnPassword, readSession, setUpOwnSecondFactor } from './own-account.ts'
import { offerSecondFactor } from './second-factor.ts'
import { signIn, signOut } from './sign-in.ts'

/** Administrators signing in and out, and looking after their own sign-in (A§2, A§4). */
export function adminSignInRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, adminLogin, async (asked) => {
    const { body, cookies, userAgent } = asked
    const origin = { ...originOf(asked), device: deviceOf(userAgent), heldToken: cookies.read('admin') }
    const { reply, token, knownToken } = await signIn(deps, body, origin)
    if (token) cookies.write('admin', token)
    if (knownToken) cookies.writeKnown(knownToken, knownForDays)
    return reply
  })
  publicRoute(app, adminLogout, async (asked) => {
    await signOut(deps, asked.cookies.read('admin'), asked)
    asked.cookies.clear('admin')
    return { status: 'Success' as const }
  })
  adminRoute(app, readAdminSession, async ({ session }) => await readSession(deps, session))
  adminRoute(app, keepAdminSession, async ({ session }) => await readSession(deps, session))
  adminRoute(app, updateAdminPassword, async (asked) => {
    // The id says whose password the page means to change; it must be the caller's own.
    if (asked.body.id !== asked.session.adminUserId) throw refuseCommonly('not-allowed')
    const { reply, token } = await changeOwnPassword(deps, asked.session, asked.body, originOf(asked))
    if (token) asked.cookies.write('admin', token)
    return reply
  })
  adminRoute(app, beginSecondFactor, async ({ session }) =>
    offerSecondFactor(deps, { id: session.adminUserId, username: session.username }),
  )
  adminRoute(app, confirmSecondFactor, async (asked) => {
    const { reply, token } = await setUpOwnSecondFactor(deps, asked.session, asked.body, originOf(asked))
    if (token) asked.cookies.write('admin', token)
    return reply
  })
}

function originOf({
  clientAddress,
  requestId,
  cookies,
}: Pick<Asked<unknown, unknown, unknown, unknown>, 'clientAddress' | 'requestId' | 'cookies'>) {
  return { clientAddress, requestId, knownToken: cookies.readKnown() }
}
