import type { ReplyOf } from '@portal/contract/call'
import { type Instant, later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import {
  type AnswerField,
  type SurveyQuestion,
  type SurveySubmission,
  listSurvey,
  submitSurvey as submitSurveyCall,
  submitSurveyAsSpelt,
  surveyTexts,
} from '@portal/contract/survey'
import { lastFirst } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { PersonRecord } from '../adapters/billing-system/port-people.ts'
import { BillingSystemDown } from '../adapters/billing-system/port.ts'
import type { CustomerCaller } from '../caller.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import { customerRoute } from '../http/route.ts'
import { refuseCommonly } from '../refusal.ts'

/** C§2.5; both paths submit it (R20). */
export function surveyRoutes(app: FastifyInstance, deps: Deps): void {
  customerRoute(app, listSurvey, async () => ({ result: { surveyList: await selectQuestions(deps.db) } }))
  for (const call of [submitSurveyCall, submitSurveyAsSpelt]) {
    customerRoute(app, call, async ({ session, body }) => ({ result: await submitSurvey(deps, session, body) }))
  }
}

/** The same answers again within these minutes are the same submission. */
const repeatMinutes = 10

/** C§2.5; choices are checked here, a repeat is stored once. @throws Refusal for another person, or too many */
async function submitSurvey(
  deps: Deps,
  customer: CustomerCaller,
  given: SurveySubmission,
): Promise<ReplyOf<typeof submitSurveyCall>['result']> {
  if (given.personId !== customer.personId) throw refuseCommonly('not-allowed')
  const questions = await selectQuestions(deps.db)
  const answers = questions.map((question) => ({ question, answer: given[fieldOf(question)] }))
  if (!answers.every(isPossible)) return { status: 'failed', description: surveyTexts.failed }

  await consume(deps, 'surveysPerCustomer', customer.personId)
  const { personId, username } = customer
  const onFile = await personOnFile(deps, personId)
  const fullName = lastFirst(onFile?.fullName ?? given.fullName, onFile?.isBusiness ?? false)
  const filled = answers.flatMap(({ question: { sequence }, answer }) => (answer === '' ? [] : [{ sequence, answer }]))
  await deps.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, customer.webUserId)
    const survey = { personId, username, fullName, answers: filled }
    const now = deps.clock.now()
    if (!(await isSubmitted(tx, survey, later(now, -repeatMinutes * 60_000)))) await insertSubmission(tx, survey, now)
  })
  return { status: 'success' }
}

/** Null when the billing system cannot tell: answers must not be lost for lack of a name. */
async function personOnFile({ billing }: Deps, personId: PersonId): Promise<PersonRecord | null> {
  try {
    return await billing.findPerson(personId)
  } catch (error) {
    if (error instanceof BillingSystemDown) return null
    throw error
  }
}

const fields: readonly AnswerField[] = [
  'surveyAns1',
  'surveyAns2',
  'surveyAns3',
  'surveyAns4',
  'surveyAns5',
  'surveyAns6',
  'surveyAns7',
  'surveyAns8',
  'surveyAns9',
  'surveyAns10',
]

function fieldOf({ sequence }: SurveyQuestion): AnswerField {
  const field = fields[sequence - 1]
  if (!field) throw new RangeError(`There is no answer to a question ${sequence}`)
  return field
}

/** Left open, free text, or one of the answers to choose from. */
function isPossible({ question, answer }: { question: SurveyQuestion; answer: string }): boolean {
  const { possibleAnswers } = question
  return answer === '' || possibleAnswers.length === 0 || possibleAnswers.some(({ value }) => value === answer)
}

/** In order; a free-text question has no possible answers. */
async function selectQuestions(db: Db): Promise<SurveyQuestion[]> {
  return await db
    .selectFrom('survey_question as question')
    .select(['question.prompt', 'question.sequence'])
    .select(
      sql<SurveyQuestion['possibleAnswers']>`(
        select coalesce(json_agg(json_build_object('value', value, 'description', description) order by position), '[]')
        from survey_possible_answer answer where answer.sequence = question.sequence)`.as('possibleAnswers'),
    )
    .orderBy('question.sequence')
    .execute()
}

/** `answers` holds only what was answered. */
interface FilledSurvey {
  personId: PersonId
  username: string
  fullName: string
  answers: { sequence: number; answer: string }[]
}

/** Until the transaction ends: of two sent at the same moment, neither would find the other. */
async function lockCustomer(tx: Tx, webUserId: number): Promise<void> {
  await tx.selectFrom('web_user').select('id').where('id', '=', webUserId).forUpdate().execute()
}

/** The same answers after `since`. */
async function isSubmitted(tx: Tx, survey: FilledSurvey, since: Instant): Promise<boolean> {
  const answers = Object.fromEntries(survey.answers.map(({ sequence, answer }) => [sequence, answer]))
  const found = await tx
    .selectFrom('survey_submission')
    .select('id')
    .where('person_id', '=', survey.personId)
    .where('submitted_at', '>', since)
    .where(
      sql<boolean>`(select jsonb_object_agg(sequence, answer) from survey_answer where submission_id = survey_submission.id)
        = ${JSON.stringify(answers)}::jsonb`,
    )
    .executeTakeFirst()
  return found !== undefined
}

async function insertSubmission(tx: Tx, survey: FilledSurvey, now: Instant): Promise<void> {
  const { id } = await tx
    .insertInto('survey_submission')
    .values({ person_id: survey.personId, username: survey.username, full_name: survey.fullName, submitted_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into survey_answer (submission_id, sequence, answer)
    select ${id}::bigint, given.* from unnest(
      ${survey.answers.map(({ sequence }) => sequence)}::integer[],
      ${survey.answers.map(({ answer }) => answer)}::text[]) as given`.execute(tx)
}
