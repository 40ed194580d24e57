import { z } from 'zod'
import { call } from './call.ts'
import { mentionsNoCardNumber } from './card.ts'
import { PersonId } from './ids.ts'
import { tooLong } from './text.ts'

/** The texts of the survey that the specification fixes (C§2.5, C§5, C§8). */
export const surveyTexts = {
  required: 'Please select or enter a value for this question',
  submitted: 'Si Yu’os Ma’ase and Thank you for your time and responses. Your survey has been submitted successfully.',
  failed: 'Submit survey failed. Please try again.',
  /** Ours: answers are kept, and a card number must not be in them. */
  noCardNumbers: 'Do not include card numbers.',
  serverError: 'Server Error. Try again later!',
} as const

/** There are ten answers, of which the first four may be left empty (C§5, C§9). */
export const surveyAnswers = 10
export const optionalAnswers = 4

/** A free-text answer has at most this many characters. */
export const longestAnswer = 2000

/** A question of the survey (C§3). One without possible answers is answered in free text. */
export const SurveyQuestion = z.object({
  prompt: z.string(),
  /** From 1; the answer to it is `surveyAns{sequence}`. */
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

/**
 * The answers of one customer (C§3). The server takes the customer from the session and refuses answers for another
 * person.
 */
export const SurveySubmission = z.object({
  personId: PersonId,
  username: z.string().max(254),
  /** `last, first`. The server stores the name on file, and this one only when it cannot be read. */
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

/** Whether a question has to be answered (C§5). */
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

/** 'failed' when an answer is not one of its question's possible answers. */
export const submitSurvey = call({ ...submission, path: '/api/v1/submit-survey' })

/** The same at the path the specification spells `/api-v1/submit-survey` (R20). */
export const submitSurveyAsSpelt = call({ ...submission, path: '/api-v1/submit-survey' })
