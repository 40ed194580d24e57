import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { type Cents, cents } from '@portal/contract/money'
import type { ChargeResult } from '@portal/server/adapters/payment-gateway/port.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fault, faultNames } from './faults.ts'
import { type TestGateway, clientOf, startTestGateway, testCharge, inquiryAbout } from './testing/gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  // Long enough for every reply that comes, and short enough to wait for those that do not come.
  gateway = await startTestGateway({}, { charge: 1500 })
})
afterAll(() => gateway.stop())
afterEach(() => gateway.simulator.set({ partialApproval: false, reverseOnHangUp: false }))

/** The state of a reference in the books, or `absent`. */
function booked(reference: string): string {
  const rows = gateway.simulator.purchases().filter((row) => row.reference === reference)
  expect(rows.length).toBeLessThan(2)
  return rows[0]?.state ?? 'absent'
}

interface FaultCase {
  fault: Fault
  outcome: ChargeResult['outcome']
  books: 'live' | 'absent'
  alarm?: true
}

const faultCases: FaultCase[] = [
  { fault: { kind: 'dropBeforeCommit' }, outcome: 'unknown', books: 'absent' },
  { fault: { kind: 'dropAfterCommit' }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'delayBeforeCommit', milliseconds: 10 }, outcome: 'charged', books: 'live' },
  { fault: { kind: 'delayAfterCommit', milliseconds: 10 }, outcome: 'charged', books: 'live' },
  { fault: { kind: 'hang', charged: true }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'hang', charged: false }, outcome: 'unknown', books: 'absent' },
  { fault: { kind: 'truncate' }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'cutBody' }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'corrupt' }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'drip', milliseconds: 1 }, outcome: 'charged', books: 'live' },
  { fault: { kind: 'drip', milliseconds: 1000 }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'wrongReference' }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'wrongAmount' }, outcome: 'unknown', books: 'live', alarm: true },
  { fault: { kind: 'wrongCurrency' }, outcome: 'unknown', books: 'live', alarm: true },
  { fault: { kind: 'duplicateElement' }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'status5xx', status: 502, charged: true }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'status5xx', status: 503, charged: false }, outcome: 'unknown', books: 'absent' },
  { fault: { kind: 'html', status: 200, charged: true }, outcome: 'unknown', books: 'live' },
  { fault: { kind: 'html', status: 400, charged: false }, outcome: 'unknown', books: 'absent' },
]

test.each(['Online', 'Phoned-In'] as const)(
  'the portal’s charge of a payment %s is one that the wire takes',
  async (mode) => {
    const charge = { ...testCharge(), mode }
    expect(await gateway.client.charge(charge)).toMatchObject({ outcome: 'charged' })
    expect(booked(charge.reference)).toBe('live')
  },
)

describe('given a fault, the verdict never says more than is known', () => {
  test.each(faultCases)('$fault → $outcome, in the books $books', async ({ fault, outcome, books, alarm }) => {
    const charge = testCharge()
    gateway.simulator.fail(fault)
    const verdict = await gateway.client.charge(charge)
    expect(verdict.outcome).toBe(outcome)
    expect('operatorAlarm' in verdict && verdict.operatorAlarm).toBe(alarm ?? false)
    expect(booked(charge.reference)).toBe(books)
  })

  test('a charge that is written after the connection broke is unknown at first and in the books later', async () => {
    const charge = testCharge()
    gateway.simulator.fail({ kind: 'lateWrite', milliseconds: 50 })
    expect(await gateway.client.charge(charge)).toMatchObject({ outcome: 'unknown' })
    await expect.poll(() => booked(charge.reference)).toBe('live')
  })

  test('a name on the card provokes the same, for browsers', async () => {
    const dropped = testCharge()
    dropped.tender.cardHolderName = 'Simulate drop after charge'
    expect(await gateway.client.charge(dropped)).toMatchObject({ outcome: 'unknown' })
    expect(booked(dropped.reference)).toBe('live')
    expect(Object.keys(faultNames).every((name) => name.length <= 30)).toBe(true)
  })

  test('a fault counts for the given number of charges and then no more', async () => {
    gateway.simulator.fail({ kind: 'dropBeforeCommit' }, 2)
    const outcomes: string[] = []
    for (let count = 0; count < 3; count += 1) outcomes.push((await gateway.client.charge(testCharge())).outcome)
    expect(outcomes).toEqual(['unknown', 'unknown', 'charged'])
  })
})

describe('the demo amounts', () => {
  test.each<[number, ChargeResult['outcome'], object]>([
    [5302.0, 'declined', { bankCode: '302', bankMessage: 'Credit Floor', authorization: null }],
    [5530.0, 'declined', { bankCode: '530' }],
    [5101.0, 'declined', { bankCode: '101' }],
    [5000.08, 'declined', { code: '08' }],
    [5000.37, 'declined', { code: '37' }],
    [5000.22, 'notCharged', { code: '22', message: 'Invalid Credit Card Number' }],
    [5000.42, 'unknown', { code: '42' }],
    [5000.43, 'unknown', { code: '43' }],
    [5000.09, 'unknown', { code: '09' }],
    [5000.0, 'charged', { bankCode: '100' }],
    [5999.0, 'charged', { bankCode: '100' }],
    [5302.01, 'charged', { bankCode: '100' }],
  ])('$%d is %s', async (dollars, outcome, reply) => {
    const charge = testCharge({ amount: cents(Math.round(dollars * 100)) })
    expect(await gateway.client.charge(charge)).toMatchObject({ outcome, reply })
    const expected = new Map([
      ['charged', 'live'],
      ['declined', 'none'],
      ['unknown', 'none'],
      ['notCharged', 'absent'],
    ])
    expect(booked(charge.reference)).toBe(expected.get(outcome))
  })

  test('a partial approval is unknown and raises an alarm, whatever the gateway says', async () => {
    gateway.simulator.set({ partialApproval: true })
    const verdict = await gateway.client.charge(testCharge())
    expect(verdict).toMatchObject({ outcome: 'unknown', operatorAlarm: true, reply: { bankCode: '111' } })
  })
})

test('given the gateway reverses what it cannot deliver, then both rows are found', async () => {
  gateway.simulator.set({ reverseOnHangUp: true })
  const charge = testCharge()
  gateway.simulator.fail({ kind: 'truncate' })
  expect(await gateway.client.charge(charge)).toMatchObject({ outcome: 'unknown' })
  await expect.poll(() => booked(charge.reference)).toBe('reversed')
  const found = await gateway.client.inquire(inquiryAbout(charge.reference))
  expect(found).toMatchObject({
    outcome: 'found',
    transactions: [
      { kind: 'purchase', status: 'approved', amount: charge.amount, reference: charge.reference },
      { kind: 'void', status: 'approved', amount: charge.amount, reference: charge.reference },
    ],
  })
})

test('with wrong credentials, nothing is charged and an alarm is raised, as for a lock-out', async () => {
  const own = await startTestGateway()
  const stranger = clientOf(own.simulator.url, {}, { hmacKey: 'another' })
  for (let count = 0; count < 5; count += 1) {
    expect(await stranger.charge(testCharge())).toMatchObject({ outcome: 'notCharged', operatorAlarm: true })
  }
  expect(await own.client.charge(testCharge())).toMatchObject({ outcome: 'notCharged', operatorAlarm: true })
  expect(own.simulator.purchases()).toEqual([])
  await own.stop()
})

describe('no card data is returned, whatever happens', () => {
  const card = { cardNumber: '5105105105105100', cvv: '946', validExpDate: '1138' }
  const amounts: Cents[] = [5302_00, 5000_08, 5000_22, 5000_42, 5000_09, 12_50].map(cents)
  const secrets = [/5105\D?1051/, /(?<!\d)946(?!\d)/, /(?<!\d)1138(?!\d)/]

  async function everythingSaidAbout(change: { amount: Cents; cardHolderName?: string }): Promise<string> {
    const charge = testCharge({ amount: change.amount, brand: 'Mastercard' })
    charge.tender = { ...charge.tender, ...card, cardHolderName: change.cardHolderName ?? 'A Payer' }
    const verdict = await gateway.client.charge(charge)
    const found = await gateway.client.inquire(inquiryAbout(charge.reference))
    return inspect([verdict, found], { depth: 9, maxStringLength: null, showHidden: true })
  }

  test.each(amounts)('given the amount %i', async (amount) => {
    const said = await everythingSaidAbout({ amount, cardHolderName: '5105 1051 0510 5100; 946' })
    for (const secret of secrets) expect(said).not.toMatch(secret)
  })
  test('the books do not contain it either', async () => {
    const books = await readFile(join(gateway.books, 'transactions.jsonl'), 'utf8')
    expect(books).toContain('"lastFour":"5100"')
    expect(books).not.toMatch(/5105105105105100|"946"|(?<!\d)1138(?!\d)/)
  })
})
