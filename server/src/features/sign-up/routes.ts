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
import { readOpenPremise, readOwnPerson, readPersonOfEnrolment, readPremiseOfEnrolment } from './look-ups.ts'
import { signUpUser } from './sign-up-user.ts'

/** C§2.3, and two look-ups shared with signed-in customers. */
export function signUpRoutes(app: FastifyInstance, deps: Deps, isSwitchedOff: () => Promise<boolean>): void {
  guestRoute(app, checkAccountNumberCall, async (asked) => await checkAccountNumber(deps, asked, asked.body))
  route(app, readOtherDetails, async ({ body, session }) => {
    if (session.kind === 'customer') return await readOwnPerson(deps, session, body.PersonID)
    if (session.kind === 'admin') throw refuseCommonly('not-allowed')
    if (await isSwitchedOff()) throw refuseCommonly('maintenance')
    return await readPersonOfEnrolment(deps, session, body.PersonID)
  })
  route(app, readPremiseInfo, async ({ body, session }) => {
    if (session.kind === 'admin' && !hasTab(session.level, 'phoned-in')) throw refuseCommonly('not-allowed')
    if (session.kind !== 'guest') return await readOpenPremise(deps, session, body.accountId)
    if (await isSwitchedOff()) throw refuseCommonly('maintenance')
    return await readPremiseOfEnrolment(deps, session, body.accountId)
  })
  guestRoute(app, validateZipCall, async (asked) => ({
    result: await validateZip(deps, asked, asked.body),
  }))
  guestRoute(app, checkUsernameCall, async (asked) => ({
    result: await checkUsername(deps, asked, asked.body.username),
  }))
  publicRoute(app, listSecurityQuestions, async () => ({ result: await selectSecurityQuestions(deps.db) }))
  guestRoute(app, signUpUserCall, async (asked) => ({
    result: await signUpUser(deps, asked, asked.body),
  }))
}
