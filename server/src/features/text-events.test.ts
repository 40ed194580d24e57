import { MobileNumber, readReply, textEventsPath } from '@portal/contract/text-messages'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TextEvent, TextToSend } from '../adapters/text-messages/port.ts'
import { testTexts } from '../adapters/text-messages/testing/test-texts.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { enrolCustomer } from '../testing/people.ts'

const from = MobileNumber.parse('+16715550101')
const refused: TextEvent = { outcome: 'refused', reason: 'not signed' }
let told: TextEvent = { outcome: 'refused', reason: 'nothing told' }
let params: unknown = null
const answers: TextToSend[] = []
const clock = testClock()
let portal: TestApp

beforeAll(async () => {
  portal = await testApp({
    clock,
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
  await emptyTables(portal.database.db, ['stopped_address', 'text_reply', 'text_answer', 'web_user', 'rate_limit'])
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

const reply = (id: string, words: string, isAnswered = false): TextEvent => {
  return { outcome: 'reply', id, from, words, ...readReply(words), isAnswered }
}
const kept = async () =>
  await portal.database.db.selectFrom('text_reply').select(['words', 'meant']).orderBy('id').execute()

test('STOP stops the number as soon as it arrives, and is answered only where the provider has not', async () => {
  const answer = await tell(reply('SM7', 'STOP', true))
  expect(params).toEqual({ Body: 'STOP', From: '+1671' })
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    expect.stringContaining('text/xml'),
    '<Response></Response>',
  ])
  expect(await stopped()).toEqual([{ address: from, why: 'stop' }])
  expect(answers).toEqual([])
  await tell(reply('SM7', 'STOP'))
  expect(answers).toMatchObject([{ to: from, reference: 'reply_SM7', body: expect.stringContaining('START') }])
  expect(await kept()).toEqual([])
})

test.each(['Stop it', 'Stop GWA', 'STOP\n\nMaria Cruz', 'Wrong number'])(
  '“%s” stops the number, is answered, and staff see what it says, once',
  async (words) => {
    for (let times = 0; times < 2; times += 1) await tell(reply('SM7', words))
    expect(await stopped()).toEqual([{ address: from, why: 'stop' }])
    expect(answers).toMatchObject([{ reference: 'reply_SM7', body: expect.stringContaining('no more texts') }])
    expect(await kept()).toEqual([{ words, meant: 'stop' }])
  },
)

test('of one number, twenty texts a day are kept and answered, and STOP still stops it', async () => {
  for (let text = 0; text < 25; text += 1) await tell(reply(`SM${text}`, `What now, for the ${text}th time?`))
  expect(await kept()).toHaveLength(20)
  await tell(reply('SM99', 'Stop it'))
  expect(await stopped()).toEqual([{ address: from, why: 'stop' }])
})

test('START allows texts again and says what is left to do, even where the provider has answered', async () => {
  await tell(reply('SM1', 'STOP', true))
  await tell(reply('SM2', 'START', true))
  expect(await stopped()).toEqual([])
  expect(answers).toMatchObject([{ body: expect.stringMatching(/One more step.*Notifications.*confirm this number/) }])
})

test('START from a number that was not stopped leaves it confirmed', async () => {
  const { webUserId } = await enrolCustomer(portal.deps, { person: '4821007391', username: 'maria' })
  await portal.database.pool.query(
    `insert into proven_address (web_user_id, channel, address, proven_at) values (${webUserId}, 'text', '${from}', now())`,
  )
  await tell(reply('SM2', 'START'))
  const { rows } = await portal.database.pool.query('select from proven_address where proven_at is not null')
  expect(rows).toHaveLength(1)
  expect(answers).toMatchObject([{ body: expect.stringContaining('not stopped') }])
})

test('HELP is answered; what no machine understands is answered once a day, and all of it is kept without card numbers', async () => {
  await tell(reply('SM3', 'help'))
  for (const [id, words] of [
    ['SM4', 'When is my bill due?'],
    ['SM5', 'My card is 4111 1111 1111 1111'],
    ['SM4', 'When is my bill due?'],
  ] as const)
    await tell(reply(id, words))
  expect(answers.map(({ reference }) => reference)).toEqual(['reply_SM3', 'reply_SM4'])
  expect(answers[1]?.body).toContain('Call 671-555-0100')
  expect((await kept()).map(({ words }) => words)).toEqual(['When is my bill due?', 'My card is [removed]'])
  clock.advance(24 * 60 * 60_000)
  await tell(reply('SM6', 'Hello?'))
  expect(answers).toHaveLength(3)
})

test('given a number that has replied STOP, then nothing else it says is answered, but staff see it', async () => {
  await tell(reply('SM1', 'STOP', true))
  await tell(reply('SM2', 'I paid yesterday'))
  expect(answers).toEqual([])
  expect(await kept()).toHaveLength(1)
})

test('staff who look after customers read the replies, with whose number it is', async () => {
  await enrolCustomer(portal.deps, { person: '4821007391', username: 'maria' })
  await portal.database.pool.query(
    `insert into proven_address (web_user_id, channel, address, proven_at) select id, 'text', '${from}', now() from web_user`,
  )
  await tell(reply('SM1', 'When is my bill due?'))
  await tell(reply('SM2', 'Wrong number'))
  const agent = await portal.administrator(4)
  expect((await agent.get('/api/v1/text-replies')).json()).toMatchObject({
    replies: [
      { number: from, words: 'Wrong number', isStop: true, usernames: ['maria'] },
      { words: 'When is my bill due?', isStop: false },
    ],
    hasMore: false,
  })
})
