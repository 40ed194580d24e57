import { z } from 'zod'
import { call } from './call.ts'
import { mentionsNoCardNumber } from './card.ts'
import { PersonId } from './ids.ts'
import { tooLong } from './input-texts.ts'

export const surveyTexts = {
  required: 'Please select or enter a value for this question',
  submitted: 'Si Yu’os Ma’ase and Thank you for your time and responses. Your survey has been submitted successfully.',
  failed: 'Submit survey failed. Please try again.',
  noCardNumbers: 'Do not include card numbers.',
  serverError: 'Server Error. Try again later!',
} as const

/** The first four may be left empty (C§5, C§9). */
export const surveyAnswers = 10
export const optionalAnswers = 4

export const longestAnswer = 2000

/** C§3; without possible answers, it is answered in free text. */
export const SurveyQuestion = z.object({
  prompt: z.string(),
  /** From 1; its answer is `surveyAns{sequence}`. */
  sequence: z.number().int().min(1).max(surveyAnswers),
  possibleAnswers: z.array(z.object({ value: z.string(), description: z.string() })),
})
export type SurveyQuestion = z.infer<typeof SurveyQuestion>

export const listSurvey = call({
  method: 'GET',
  path: '/api/v1/get-list-survey',
  group: 'dashboard',
  summary: 'The questions of the satisfaction survey (C§2.5, C§7)',
  access: 'customer',
  reply: z.object({ result: z.object({ surveyList: z.array(SurveyQuestion) }) }),
  problems: {},
})

const Answer = z
  .string()
  .trim()
  .max(longestAnswer, tooLong(longestAnswer))
  .refine(mentionsNoCardNumber, surveyTexts.noCardNumbers)
const Required = Answer.min(1, surveyTexts.required)
const Optional = Answer.default('')

/** C§3; answers for anybody but the session's customer are refused. */
export const SurveySubmission = z.object({
  personId: PersonId,
  username: z.string().max(254),
  /** `last, first`; stored only when the name on file cannot be read. */
  fullName: z.string().trim().max(254),
  surveyAns1: Optional,
  surveyAns2: Optional,
  surveyAns3: Optional,
  surveyAns4: Optional,
  surveyAns5: Required,
  surveyAns6: Required,
  surveyAns7: Required,
  surveyAns8: Required,
  surveyAns9: Required,
  surveyAns10: Required,
})
export type SurveySubmission = z.infer<typeof SurveySubmission>

export type AnswerField = Extract<keyof SurveySubmission, `surveyAns${number}`>

/** C§5. */
export function isRequired(sequence: number): boolean {
  return sequence > optionalAnswers
}

const submission = {
  method: 'POST',
  group: 'dashboard',
  summary: 'Submit the satisfaction survey (C§3, C§7)',
  access: 'customer',
  body: SurveySubmission,
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('success') }),
      z.object({ status: z.literal('failed'), description: z.string() }),
    ]),
  }),
  problems: {},
} as const

/** 'failed': an answer is not among its question's. */
export const submitSurvey = call({ ...submission, path: '/api/v1/submit-survey' })

/** The path as the specification spells it (R20). */
export const submitSurveyAsSpelt = call({ ...submission, path: '/api-v1/submit-survey' })
