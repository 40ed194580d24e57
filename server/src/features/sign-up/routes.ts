import { hasTab } from '@portal/contract/admin-levels'
import {
  checkAccountNumber as checkAccountNumberCall,
  checkUsername as checkUsernameCall,
  listSecurityQuestions,
  readOtherDetails,
  readPremiseInfo,
  signUpUser as signUpUserCall,
  validateZip as validateZipCall,
} from '@portal/contract/sign-up'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { guestRoute, publicRoute, route } from '../../http/route.ts'
import { refuseCommonly } from '../../refusal.ts'
import { checkAccountNumber, validateZip } from './check-account.ts'
import { checkUsername } from './check-username.ts'
import { selectSecurityQuestions } from './enrollments.ts'
import { readOpenPremise, readOwnPerson, readPersonOfEnrollment, readPremiseOfEnrollment } from './look-ups.ts'
import { signUpUser } from './sign-up-user.ts'

/** C§2.3, and two look-ups shared with signed-in customers. */
export function signUpRoutes(app: FastifyInstance, deps: Deps, isSwitchedOff: () => Promise<boolean>): void {
  guestRoute(app, checkAccountNumberCall, async (request) => await checkAccountNumber(deps, request, request.body))
  route(app, readOtherDetails, async ({ body, session }) => {
    if (session.kind === 'customer') return await readOwnPerson(deps, session, body.PersonID)
    if (session.kind === 'admin') throw refuseCommonly('not-allowed')
    if (await isSwitchedOff()) throw refuseCommonly('maintenance')
    return await readPersonOfEnrollment(deps, session, body.PersonID)
  })
  route(app, readPremiseInfo, async ({ body, session }) => {
    if (session.kind === 'admin' && !hasTab(session.level, 'phoned-in')) throw refuseCommonly('not-allowed')
    if (session.kind !== 'guest') return await readOpenPremise(deps, session, body.accountId)
    if (await isSwitchedOff()) throw refuseCommonly('maintenance')
    return await readPremiseOfEnrollment(deps, session, body.accountId)
  })
  guestRoute(app, validateZipCall, async (request) => ({
    result: await validateZip(deps, request, request.body),
  }))
  guestRoute(app, checkUsernameCall, async (request) => ({
    result: await checkUsername(deps, request, request.body.username),
  }))
  publicRoute(app, listSecurityQuestions, async () => ({ result: await selectSecurityQuestions(deps.db) }))
  guestRoute(app, signUpUserCall, async (request) => ({
    result: await signUpUser(deps, request, request.body),
  }))
}
