import type { ReplyOf } from '@portal/contract/call'
import { later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import type {
  AnswerField,
  SurveyQuestion,
  SurveySubmission,
  submitSurvey as submitSurveyCall,
} from '@portal/contract/survey'
import { surveyTexts } from '@portal/contract/survey-texts'
import { lastFirst } from '@portal/contract/text'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { refuseCommonly, requireTry } from '../../http/problem.ts'
import { insertSubmission, isSubmitted, lockCustomer, selectQuestions } from './queries.ts'

/** The same answers, sent again within this many minutes, are the same submission. */
const repeatMinutes = 10

/**
 * Keeps the answers of a signed-in customer (C§2.5). The contract has checked that required questions are answered;
 * here each answer to a multiple-choice question must be one of its choices. Answers that are sent again, because the reply
 * was lost or Submit was pressed twice, are stored once.
 * @throws Refusal for another person, or after too many submissions.
 */
export async function submitSurvey(
  deps: Deps,
  customer: CustomerCaller,
  given: SurveySubmission,
): Promise<ReplyOf<typeof submitSurveyCall>['result']> {
  if (given.personId !== customer.personId) throw refuseCommonly('not-allowed')
  const questions = await selectQuestions(deps.db)
  const answers = questions.map((question) => ({ question, answer: given[fieldOf(question)] }))
  if (!answers.every(isPossible)) return { status: 'failed', description: surveyTexts.failed }

  requireTry(await takeTry(deps, 'surveysPerCustomer', customer.personId))
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

/** Whether an answer is left open, free text, or one of the answers to choose from. */
function isPossible({ question, answer }: { question: SurveyQuestion; answer: string }): boolean {
  const { possibleAnswers } = question
  return answer === '' || possibleAnswers.length === 0 || possibleAnswers.some(({ value }) => value === answer)
}
