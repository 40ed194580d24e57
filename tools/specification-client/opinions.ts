import { z } from 'zod'
import type { Browser } from './browser.ts'
import { resultStatus } from './words.ts'

const Survey = z.object({
  result: z.object({
    surveyList: z
      .array(
        z.object({
          prompt: z.string(),
          sequence: z.number(),
          possibleAnswers: z.array(z.object({ value: z.string(), description: z.string() })),
        }),
      )
      .length(10, 'Survey has 10 answers (C§9)'),
  }),
})

/** Who has signed in, as forms send it along. */
interface Writer {
  personId: string
  accountId: string
  username: string
  emailAddress: string
  division: string
}

/**
 * Answers the survey with the first answer of each question (C§2.5, C§3). The path of the answer is spelt as in C§7.
 */
export async function answerSurvey(browser: Browser, { personId, username }: Writer): Promise<void> {
  const { result } = await browser.get('C§7', '/api/v1/get-list-survey', Survey)
  const answers = result.surveyList.map(({ sequence, possibleAnswers }): [string, string] => [
    `surveyAns${sequence}`,
    possibleAnswers[0]?.value ?? 'The water tastes well.',
  ])
  const submission = { personId, username, fullName: 'Client, Specification', ...Object.fromEntries(answers) }
  await browser.post('C§7', '/api-v1/submit-survey', submission, resultStatus('success'))
}

/** Writes to customer service (C§2.5, C§3). */
export async function sendTicket(browser: Browser, writer: Writer): Promise<void> {
  const { personId, accountId, emailAddress, division } = writer
  const ticket = { cis_division: division, accountId, personId, emailAddress, fullName: 'Specification Client' }
  const said = { contactType: 'TECHNICAL', message: 'The meter box is full of water.' }
  await browser.post('C§7', '/api/v1/help-and-support', { ...ticket, ...said }, resultStatus('Success'))
}
