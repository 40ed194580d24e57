import { MobileNumber, textEventsPath } from '@portal/contract/text-messages'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TextEvent, TextToSend } from '../adapters/text-messages/port.ts'
import { testTexts } from '../adapters/text-messages/testing/test-texts.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'

const from = MobileNumber.parse('+16715550101')
const refused: TextEvent = { outcome: 'refused', reason: 'not signed' }
let told: TextEvent = { outcome: 'refused', reason: 'nothing told' }
let params: unknown = null
const answers: TextToSend[] = []
let portal: TestApp

beforeAll(async () => {
  portal = await testApp({
    texts: testTexts({
      receipt: { type: 'text/xml', body: '<Response></Response>' },
      read: (call) => {
        params = call.params
        return told
      },
      send: async (text) => {
        answers.push(text)
        return { outcome: 'accepted', id: 'SM1' }
      },
    }),
  })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  answers.length = 0
  await emptyTables(portal.database.db, ['stopped_address'])
})

async function tell(event: TextEvent) {
  told = event
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return await portal.app.inject({ method: 'POST', url: textEventsPath, headers, payload: 'Body=STOP&From=%2B1671' })
}

const stopped = async () => await portal.database.db.selectFrom('stopped_address').select(['address', 'why']).execute()

test('a forged event is refused, and changes nothing', async () => {
  expect((await tell(refused)).statusCode).toBe(403)
  expect(await stopped()).toEqual([])
})

test('STOP stops the number as soon as it arrives, and is answered only where the provider has not', async () => {
  const reply = { outcome: 'reply', id: 'SM7', from, word: 'stop' } as const
  const answer = await tell({ ...reply, isAnswered: true })
  expect(params).toEqual({ Body: 'STOP', From: '+1671' })
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    expect.stringContaining('text/xml'),
    '<Response></Response>',
  ])
  expect(await stopped()).toEqual([{ address: from, why: 'stop' }])
  expect(answers).toEqual([])
  await tell({ ...reply, isAnswered: false })
  expect(answers).toMatchObject([{ to: from, reference: 'reply_SM7', body: expect.stringContaining('START') }])
})

test('START allows texts again, HELP is answered, and any other reply is left alone', async () => {
  await tell({ outcome: 'reply', id: 'SM1', from, word: 'stop', isAnswered: true })
  await tell({ outcome: 'reply', id: 'SM2', from, word: 'start', isAnswered: true })
  expect(await stopped()).toEqual([])
  await tell({ outcome: 'reply', id: 'SM3', from, word: 'help', isAnswered: false })
  await tell({ outcome: 'reply', id: 'SM4', from, word: 'other', isAnswered: false })
  expect(answers.map(({ reference }) => reference)).toEqual(['reply_SM3'])
})
