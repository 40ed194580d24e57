import { listSurvey, submitSurvey as submitSurveyCall, submitSurveyAsSpelt } from '@portal/contract/survey'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerRoute } from '../../http/route.ts'
import { selectQuestions } from './queries.ts'
import { submitSurvey } from './submit-survey.ts'

/** The satisfaction survey (C§2.5); both paths submit it (R20). */
export function surveyRoutes(app: FastifyInstance, deps: Deps): void {
  customerRoute(app, listSurvey, async () => ({ result: { surveyList: await selectQuestions(deps.db) } }))
  for (const call of [submitSurveyCall, submitSurveyAsSpelt]) {
    customerRoute(app, call, async ({ session, body }) => ({ result: await submitSurvey(deps, session, body) }))
  }
}
