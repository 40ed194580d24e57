import { listSurvey, submitSurvey, surveyTexts } from '@portal/contract/survey'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { customerServer, leavesUnasked, openSignedIn, staysAsked, twoAccounts } from '../testing/dashboard.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('the survey (C§5, C§8)', () => {
  const questions = Array.from({ length: 10 }, (_, index) => ({
    prompt: `Prompt ${index + 1}`,
    sequence: index + 1,
    possibleAnswers: index === 9 ? [] : [{ value: 'A', description: 'Very' }],
  }))

  test('the first four questions are optional, the others are not; answers are sent with the person, and with nothing else (C§3)', async () => {
    const server = customerServer(twoAccounts)
    server.replies(listSurvey, { result: { surveyList: questions } })
    server.replies(submitSurvey, { result: { status: 'failed', description: 'No' } })
    server.replies(submitSurvey, { result: { status: 'success' } })
    const user = openSignedIn('/dashboard?view=survey')
    await user.click(await screen.findByRole('button', { name: 'Submit' }))
    const said = within(screen.getByRole('group', { name: 'There is a problem' })).getAllByRole('link')
    expect(said.map((link) => link.textContent)).toEqual(
      [5, 6, 7, 8, 9, 10].map((question) => `Question ${question}: ${surveyTexts.required}`),
    )
    expect(screen.getByRole('radiogroup', { name: /Question 5 of 10/ }).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('radiogroup', { name: /Question 4 of 10/ }).getAttribute('aria-invalid')).toBeNull()

    for (const number of [5, 6, 7, 8, 9]) {
      const scale = within(screen.getByRole('radiogroup', { name: new RegExp(`Question ${number} of 10`) }))
      await user.click(scale.getByRole('radio', { name: 'Very' }))
    }
    await user.type(screen.getByLabelText(/Question 10 of 10/), 'More rain')
    await staysAsked(user)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(surveyTexts.failed)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(surveyTexts.submitted)
    await leavesUnasked(user)
    const answers = questions.map(({ sequence }) => [`surveyAns${sequence}`, sequence < 5 ? '' : 'A'])
    expect(server.askedFor(submitSurvey)[0]?.body).toEqual({
      personId: '0123456789',
      username: 'maria',
      fullName: 'Cruz, Maria',
      ...Object.fromEntries(answers),
      surveyAns10: 'More rain',
    })
  })
})
