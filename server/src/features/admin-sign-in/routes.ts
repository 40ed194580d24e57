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
import { type ApiRequest, adminRoute, publicRoute } from '../../http/route.ts'
import { refuseCommonly } from '../../refusal.ts'
import { changeOwnPassword, readSession, setUpOwnSecondFactor } from './own-account.ts'
import { offerSecondFactor } from './second-factor.ts'
import { signIn, signOut } from './sign-in.ts'

/** Administrators signing in and out, and looking after their own sign-in (A§2, A§4). */
export function adminSignInRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, adminLogin, async (request) => {
    const { body, cookies, userAgent } = request
    const origin = { ...originOf(request), device: deviceOf(userAgent), heldToken: cookies.read('admin') }
    const { reply, token, knownToken } = await signIn(deps, body, origin)
    if (token) cookies.write('admin', token)
    if (knownToken) cookies.writeKnown(knownToken, knownForDays)
    return reply
  })
  publicRoute(app, adminLogout, async (request) => {
    await signOut(deps, request.cookies.read('admin'), request)
    request.cookies.clear('admin')
    return { status: 'Success' as const }
  })
  adminRoute(app, readAdminSession, async ({ session }) => await readSession(deps, session))
  adminRoute(app, keepAdminSession, async ({ session }) => await readSession(deps, session))
  adminRoute(app, updateAdminPassword, async (request) => {
    // The id says whose password the page means to change; it must be the caller's own.
    if (request.body.id !== request.session.adminUserId) throw refuseCommonly('not-allowed')
    const { reply, token } = await changeOwnPassword(deps, request.session, request.body, originOf(request))
    if (token) request.cookies.write('admin', token)
    return reply
  })
  adminRoute(app, beginSecondFactor, async ({ session }) =>
    offerSecondFactor(deps, { id: session.adminUserId, username: session.username }),
  )
  adminRoute(app, confirmSecondFactor, async (request) => {
    const { reply, token } = await setUpOwnSecondFactor(deps, request.session, request.body, originOf(request))
    if (token) request.cookies.write('admin', token)
    return reply
  })
}

function originOf({
  clientAddress,
  requestId,
  cookies,
}: Pick<ApiRequest<unknown, unknown, unknown, unknown>, 'clientAddress' | 'requestId' | 'cookies'>) {
  return { clientAddress, requestId, knownToken: cookies.readKnown() }
}
