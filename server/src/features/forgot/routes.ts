import {
  checkPasswordLink,
  forgotPassword,
  forgotUsername,
  sendEmailForgotPassword,
  sendEmailForgotUsername,
  setPassword,
} from '@portal/contract/forgot'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { guestRoute, publicRoute } from '../../http/route.ts'
import { answerQuestion } from './answer-question.ts'
import { findByEmail, findByUsername } from './find-customer.ts'
import { checkLink, setPasswordByLink } from './set-password.ts'

/** C§2.4, C§4, R8. */
export function forgotRoutes(app: FastifyInstance, deps: Deps): void {
  guestRoute(app, forgotPassword, async (request) => findByUsername(deps, request, request.body))
  guestRoute(app, forgotUsername, async (request) => findByEmail(deps, request, request.body))
  guestRoute(app, sendEmailForgotPassword, async ({ session, body }) =>
    answerQuestion(deps, session.id, 'password', body),
  )
  guestRoute(app, sendEmailForgotUsername, async ({ session, body }) =>
    answerQuestion(deps, session.id, 'username', body),
  )
  publicRoute(app, checkPasswordLink, async ({ clientAddress, body }) => checkLink(deps, clientAddress, body.token))
  publicRoute(app, setPassword, async ({ clientAddress, body }) => setPasswordByLink(deps, clientAddress, body))
}
