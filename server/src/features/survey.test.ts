import { Instant } from '@portal/contract/dates'
import { listSurvey, surveyTexts } from '@portal/contract/survey'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { limits } from '../foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { type TestClock, testClock } from '../testing/clock.ts'

const person = '4821007391'
const required = {
  surveyAns5: 'VS',
  surveyAns6: 'S',
  surveyAns7: 'E',
  surveyAns8: 'VE',
  surveyAns9: 'D',
  surveyAns10: 'Shorter lines, please.\nSi Yu’os Ma’ase!',
}
const submission = { personId: person, username: 'somebody else', fullName: 'Cruz, Maria', ...required }

let clock: TestClock
let portal: TestApp
let maria: TestBrowser
beforeAll(async () => {
  clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
  portal = await testApp({ clock })
  maria = await portal.customer({ person, username: 'maria' })
})
beforeEach(() => emptyTables(portal.database.db, ['rate_limit', 'survey_submission']))
afterAll(() => portal.close())

async function kept() {
  const { rows } = await portal.database.pool.query<{ person_id: string; username: string; answers: object }>(
    `select person_id, username, full_name, json_object_agg(sequence, answer order by sequence) as answers
     from survey_submission join survey_answer on submission_id = id group by survey_submission.id`,
  )
  return rows
}

test('there are ten questions in order: nine with possible answers, one in the customer’s own words (C§2.5, R23)', async () => {
  const { surveyList } = listSurvey.reply.parse((await maria.get('/api/v1/get-list-survey')).json()).result
  expect(surveyList.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(surveyList.filter(({ possibleAnswers }) => possibleAnswers.length === 0)).toHaveLength(1)
  expect(surveyList[4]?.possibleAnswers[0]).toEqual({ value: 'VS', description: 'Very satisfied' })
  for (const { prompt, possibleAnswers } of surveyList) {
    expect(prompt).toMatch(/\?$/)
    expect(new Set(possibleAnswers.map(({ value }) => value)).size).toBe(possibleAnswers.length)
  }
})

describe.each(['/api/v1/submit-survey', '/api-v1/submit-survey'])('submitted to %s (R20)', (path) => {
  test('the answers are kept for the customer who is signed in, whoever the page says it was', async () => {
    const reply = await maria.post(path, { ...submission, surveyAns1: 'MORE10' })
    expect(reply.json()).toEqual({ result: { status: 'success' } })
    expect(await kept()).toEqual([
      {
        person_id: person,
        username: 'maria',
        full_name: 'Cruz, Maria',
        answers: {
          1: 'MORE10',
          5: 'VS',
          6: 'S',
          7: 'E',
          8: 'VE',
          9: 'D',
          10: 'Shorter lines, please.\nSi Yu’os Ma’ase!',
        },
      },
    ])
  })

  test.each([5, 6, 7, 8, 9, 10])('question %d must be answered', async (sequence) => {
    for (const missing of ['', '   ']) {
      const reply = await maria.post(path, { ...submission, [`surveyAns${sequence}`]: missing })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toEqual([{ field: `surveyAns${sequence}`, message: surveyTexts.required }])
    }
    expect(await kept()).toEqual([])
  })

  test.each([1, 2, 3, 4])('question %d may stay open', async (sequence) => {
    const others = { surveyAns1: '1TO5', surveyAns2: 'HOME', surveyAns3: 'PORTAL', surveyAns4: 'BILL' }
    const reply = await maria.post(path, { ...submission, ...others, [`surveyAns${sequence}`]: '' })
    expect(reply.json()).toEqual({ result: { status: 'success' } })
    const answered = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((each) => each !== sequence)
    expect((await kept()).map(({ answers }) => Object.keys(answers).map(Number))).toEqual([answered])
  })

  test.each([
    ['surveyAns1', 'FOREVER'],
    ['surveyAns5', 'Very satisfied'],
    ['surveyAns9', 'VS; drop table'],
  ])('%s %j is none of the possible answers: it fails, and nothing is kept', async (field, answer) => {
    const reply = await maria.post(path, { ...submission, [field]: answer })
    expect(reply.json()).toEqual({ result: { status: 'failed', description: surveyTexts.failed } })
    expect(await kept()).toEqual([])
  })
})

test.each<[id: string, fullName: string, name: string, isBusiness?: boolean]>([
  ['4821000001', 'Maria Luisa Cruz', 'Cruz, Maria Luisa'],
  ['4821000002', 'Cruz, Maria', 'Cruz, Maria'],
  ['4821000003', 'Island Hotels, Inc.', 'Island Hotels, Inc.'],
  ['4821000004', 'Island Hotels', 'Island Hotels', true],
])(
  'of %s the name on file, %j, is kept as %j, whatever the page says (C§3)',
  async (id, fullName, name, isBusiness = false) => {
    await addTestAccount(portal.database.db, { account: id, fullName, isBusiness })
    const customer = await portal.customer({ person: id })
    await customer.post('/api/v1/submit-survey', { ...submission, personId: id, fullName: 'somebody else' })
    expect(await kept()).toMatchObject([{ full_name: name }])
  },
)

test('a card number is not taken as an answer', async () => {
  const reply = await maria.post('/api/v1/submit-survey', { ...submission, surveyAns10: 'My card 4111 1111 1111 1111' })
  expect(reply.json().errors).toEqual([{ field: 'surveyAns10', message: surveyTexts.noCardNumbers }])
})

test('answers that are sent again because the reply was lost are stored once; later they are another submission', async () => {
  const submit = () => maria.post('/api/v1/submit-survey', submission)
  for (const reply of [await submit(), await submit()]) expect(reply.json()).toEqual({ result: { status: 'success' } })
  expect(await kept()).toHaveLength(1)
  clock.advance(10 * 60_000)
  await submit()
  expect(await kept()).toHaveLength(2)
})

test('answers that are sent twice at the same moment are stored once', async () => {
  const submit = () => maria.post('/api/v1/submit-survey', submission)
  for (const reply of await Promise.all([submit(), submit()])) expect(reply.statusCode).toBe(200)
  expect(await kept()).toHaveLength(1)
})

test.each([
  ['another answer', { surveyAns5: 'S' }],
  ['one more answer', { surveyAns1: 'MORE10' }],
])('with %s it is another submission', async (_, change) => {
  await maria.post('/api/v1/submit-survey', submission)
  await maria.post('/api/v1/submit-survey', { ...submission, ...change })
  expect(await kept()).toHaveLength(2)
})

test('the same answers of somebody else are another submission', async () => {
  const juan = await portal.customer({ person: '4821007392', username: 'juan' })
  await maria.post('/api/v1/submit-survey', submission)
  await juan.post('/api/v1/submit-survey', { ...submission, personId: '4821007392' })
  expect((await kept()).map(({ username }) => username).toSorted()).toEqual(['juan', 'maria'])
})

test('a customer who submits too often has to wait', async () => {
  for (let n = 0; n < limits.surveysPerCustomer.attempts; n += 1)
    expect((await maria.post('/api/v1/submit-survey', submission)).statusCode).toBe(200)
  expect((await maria.post('/api/v1/submit-survey', submission)).statusCode).toBe(429)
})
