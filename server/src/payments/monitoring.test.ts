import { randomUUID } from 'node:crypto'
import { cents } from '@portal/contract/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { type ChargeResult, emptyReply } from '../adapters/payment-gateway/port.ts'
import { testGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { makeEngine } from './engine.ts'
import { resolveLoop } from './recovery/resolve-unknown.ts'
import { charged, declined, testCard, unknown } from './testing/engine-world.ts'

const account = '4821007391'
const clock = testClock()
let answer: ChargeResult
const listed = {
  tag: '5',
  authorization: 'ET000001',
  amount: cents(100),
  kind: 'purchase',
  status: 'approved',
  at: '',
} as const
const gateway = testGateway({
  charge: async () => answer,
  inquire: async ({ reference }) => ({ outcome: 'found', transactions: [{ ...listed, reference }] }),
})

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock, gateway })
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
})
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout'])
  portal.logLines.length = 0
})
afterAll(() => portal.close())

/**
 * Pays as a guest.
 * @returns the id of the call, the payment's reference, and what was logged
 */
async function pay() {
  const guest = portal.guest()
  const find = await guest.solve('account')
  await guest.post('/api/v1/validate-account', {
    accountId: account,
    division: 'GWA',
    postal: '96913',
    humanCheck: find,
  })
  const key = randomUUID()
  const humanCheck = await guest.solve('checkout', key)
  const reply = await guest.post(
    '/api/v1/checkout',
    {
      accounts: [{ accountId: account, amount: 100 }],
      card: testCard,
      confirmationEmail: 'maria@example.com',
      humanCheck,
    },
    { 'idempotency-key': key },
  )
  const { referenceNumber: reference } = reply.json<{ referenceNumber: string }>()
  return { requestId: reply.headers['x-request-id'], reference }
}

function told(reference: string): unknown[] {
  return portal.logLines.filter((line) => line.includes(reference)).map((line): unknown => JSON.parse(line))
}

describe('a charge that does not go well', () => {
  const refused: ChargeResult = {
    outcome: 'notCharged',
    reply: { ...emptyReply, code: '22' },
    operatorAlarm: false,
  }
  test.each<[ChargeResult, object]>([
    [declined('77'), { level: 'info', verdict: 'declined', tag: '77', code: '00', bankCode: '302' }],
    [refused, { level: 'warn', verdict: 'notCharged', code: '22' }],
    [
      { outcome: 'notSent', reason: 'no connection' },
      { level: 'warn', verdict: 'notSent', reason: 'no connection' },
    ],
    [unknown, { level: 'warn', verdict: 'unknown', reason: 'timeout' }],
  ])('can be followed by its call and its reference, once: $outcome', async (verdict, line) => {
    answer = verdict
    const { requestId, reference } = await pay()
    expect(told(reference)).toEqual([expect.objectContaining({ requestId, reference, ...line })])
  })

  test('names no person and no card', async () => {
    const bankMessage = 'Maria Cruz 4111111111111111'
    answer = { ...refused, reply: { ...refused.reply, bankMessage } }
    await pay()
    // Searched as a separate number, because an id or a time may contain the same digits.
    expect(portal.logLines.join('\n')).not.toMatch(/Maria|Cruz|maria@|4111|\b(?:1111|987|96913)\b/)
  })
})

test('a charge that goes well needs no line', async () => {
  answer = charged('78')
  const { reference } = await pay()
  expect(told(reference)).toEqual([])
})

test('an unknown outcome can be followed by its reference', async () => {
  answer = unknown
  const { reference } = await pay()
  portal.logLines.length = 0
  for (const minutes of [1, 6, 10]) {
    clock.advance(minutes * 60_000)
    await resolveLoop(makeEngine(portal.deps)).run(new AbortController().signal)
  }
  expect(told(reference)).toEqual([expect.objectContaining({ level: 'info', outcome: 'CHARGED', reason: 'charged' })])
})
