import { schemaResolver } from '@mantine/form'
import { type AnswerField, type SurveyQuestion, SurveySubmission } from '@portal/contract/survey'
import { z } from 'zod'

/** What was answered, by the name of the field on the wire; empty where nothing was. */
export type Answers = Readonly<Record<AnswerField, string>>

/** The ids of the ten inputs, in the order of the questions. */
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

/** The field that answers a question. */
export function fieldOf({ sequence }: SurveyQuestion): AnswerField {
  const name = `surveyAns${sequence}`
  if (!isField(name)) throw new Error(`The survey has no question ${sequence}`)
  return name
}

function isField(name: string): name is AnswerField {
  return fields.includes(name)
}

/** The rules of C§5: from the fifth on, every question is answered. */
export const checkAnswers = schemaResolver(
  z.object(SurveySubmission.shape).omit({ personId: true, username: true, fullName: true }),
  { sync: true },
)
