import { type AnswerField, type SurveyQuestion, SurveySubmission } from '@portal/contract/survey'
import { z } from 'zod'
import { checkBySchema } from '#ui/form/check-by-schema.ts'

/** The answers by their field names in the call; empty when not answered. */
export type Answers = Readonly<Record<AnswerField, string>>

/** The id of each input, in the order of the questions. */
export const answerIds = {
  surveyAns1: 'answer-1',
  surveyAns2: 'answer-2',
  surveyAns3: 'answer-3',
  surveyAns4: 'answer-4',
  surveyAns5: 'answer-5',
  surveyAns6: 'answer-6',
  surveyAns7: 'answer-7',
  surveyAns8: 'answer-8',
  surveyAns9: 'answer-9',
  surveyAns10: 'answer-10',
} as const satisfies Record<AnswerField, string>

export const noAnswers: Answers = {
  surveyAns1: '',
  surveyAns2: '',
  surveyAns3: '',
  surveyAns4: '',
  surveyAns5: '',
  surveyAns6: '',
  surveyAns7: '',
  surveyAns8: '',
  surveyAns9: '',
  surveyAns10: '',
}

const fields = Object.keys(answerIds)

/** The field name of a question's answer. */
export function fieldOf({ sequence }: SurveyQuestion): AnswerField {
  const name = `surveyAns${sequence}`
  if (!isField(name)) throw new Error(`The survey has no question ${sequence}`)
  return name
}

function isField(name: string): name is AnswerField {
  return fields.includes(name)
}

/** The rules of C§5: from the fifth question on, answers are required. */
export const checkAnswers = checkBySchema(
  z.object(SurveySubmission.shape).omit({ personId: true, username: true, fullName: true }),
)
