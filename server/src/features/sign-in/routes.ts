import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { epochOf } from '@portal/contract/dates'
import {
  type SignInReply,
  backdoorLogin,
  keepSession,
  logout,
  readSession,
  updateUserPassword,
  userLogin,
} from '@portal/contract/sign-in'
import type { FastifyInstance } from 'fastify'
import type { AdminCaller, CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { knownForDays } from '../../foundation/credentials/known-browsers.ts'
import { deviceOf, endSession, findSession } from '../../foundation/sessions/session.ts'
import { type ApiRequest, adminRoute, customerRoute, publicRoute } from '../../http/route.ts'
import { changePassword } from './change-password.ts'
import { signIn } from './sign-in.ts'

type Credentials = ParsedBodyOf<typeof userLogin>

/** C§2.2, C§4, C§7. */
export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, userLogin, async (request) => await signInBrowser(deps, request, null))
  adminRoute(app, backdoorLogin, async (request) => await signInBrowser(deps, request, request.session))
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
  request: ApiRequest<undefined, undefined, undefined, Credentials>,
  tester: AdminCaller | null,
): Promise<SignInReply> {
  const { body, clientAddress, requestId, cookies, userAgent } = request
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

/** With the time without further activity (C§4). */
function describeSession({ clock }: Pick<Deps, 'clock'>, customer: CustomerCaller): ReplyOf<typeof readSession> {
  const { username, personId, mustChangePassword, endsAt } = customer
  const secondsLeft = Math.max(0, Math.ceil((epochOf(endsAt) - epochOf(clock.now())) / 1000))
  return { username, personId, mustChangePassword, endsAt, secondsLeft }
}

/** An unknown token ends nothing (C§4). */
async function signOut(deps: Pick<Deps, 'db' | 'clock' | 'log'>, token: string): Promise<void> {
  const caller = await findSession(deps, 'customer', token, { passively: true })
  if (caller?.kind !== 'customer') return
  await endSession(deps.db, caller.id)
  deps.log.info({ event: 'signed-out', webUser: caller.webUserId }, 'Customer logged out')
}
