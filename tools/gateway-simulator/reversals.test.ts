import { instantOf } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import type { ReversalRequest, ReversalResult } from '@portal/server/adapters/payment-gateway/port.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCredentials } from './credentials.ts'
import type { Fault } from './faults.ts'
import { startGatewaySimulator } from './start.ts'
import {
  type TestGateway,
  chargedFor,
  clientOf,
  startTestGateway,
  testCharge,
  testReference,
  inquiryAbout,
} from './testing/gateway.ts'

/** Ten minutes before the first cut-off of a day in Guam. */
const morning = Date.parse('2027-06-02T09:50:00+10:00')
const minute = 60_000
let now = morning
let gateway: TestGateway

beforeEach(async () => {
  now = morning
  gateway = await startTestGateway({ now: () => now, dateSkew: Infinity })
})
afterEach(() => gateway.stop())

/** The outcome in one word: `reversed`, the reason of a refusal, or `unknown`. */
async function reversing(request: ReversalRequest, change: Partial<ReversalRequest> = {}): Promise<string> {
  const verdict = await gateway.client.reverse({ ...request, ...change })
  return verdict.outcome === 'refused' ? verdict.reason : verdict.outcome
}

/** How much of a charge was given back according to the books, in cents. */
function givenBack(request: ReversalRequest): number | undefined {
  return gateway.simulator.purchases().find(({ tag }) => String(tag) === request.tag)?.givenBack
}

describe('a void', () => {
  test('takes a charge back before its batch is closed', async () => {
    const charge = await chargedFor(gateway)
    const verdict = await gateway.client.reverse(charge)
    expect(verdict).toMatchObject({
      outcome: 'reversed',
      reply: { bankCode: '100', authorization: charge.authorization },
    })
    expect(verdict.outcome === 'reversed' && verdict.reply.record).toContain('TYPE: Void')
    expect(gateway.simulator.purchases()).toMatchObject([{ state: 'reversed', givenBack: 12050 }])
    expect(gateway.simulator.reversals()).toMatchObject([
      { kind: 'void', reference: charge.reference, reverses: Number(charge.tag), amount: 12050, status: 'A' },
    ])
  })
  test('is refused the second time', async () => {
    const charge = await chargedFor(gateway)
    await gateway.client.reverse(charge)
    expect(await reversing(charge, { reference: testReference() })).toBe('alreadyReversed')
    expect(givenBack(charge)).toBe(12050)
  })
  test('is refused for another amount than that of the charge', async () => {
    const charge = await chargedFor(gateway)
    expect(await reversing(charge, { amount: cents(12049) })).toBe('amountMismatch')
    expect(await reversing(charge, { amount: cents(12051) })).toBe('amountMismatch')
    expect(givenBack(charge)).toBe(0)
  })
  test('is refused after a part was refunded', async () => {
    const charge = await chargedFor(gateway)
    expect(await reversing(charge, { kind: 'refund', amount: cents(50) })).toBe('reversed')
    expect(await reversing(charge, { reference: testReference() })).toBe('amountMismatch')
    expect(givenBack(charge)).toBe(50)
  })
  test('is refused with the authorization of another charge', async () => {
    const charge = await chargedFor(gateway)
    expect(await reversing(charge, { authorization: 'ET000000' })).toBe('tooLate')
  })
  test('is refused with an unknown tag', async () => {
    const verdict = await gateway.client.reverse({ ...(await chargedFor(gateway)), tag: '1' })
    expect(verdict).toMatchObject({ outcome: 'refused', reason: 'other', reply: { code: '69' } })
  })
  test('is refused for a charge that was declined', async () => {
    const charge = await chargedFor(gateway)
    const declined = await gateway.client.charge(testCharge({ amount: cents(530200) }))
    const tag = declined.outcome === 'declined' ? (declined.reply.tag ?? '') : ''
    expect(await reversing(charge, { tag, amount: cents(530200) })).toBe('tooLate')
  })
})

describe('batches close at 10:00, 15:00 and midnight in the time zone of the account', () => {
  test.each([
    ['09:50', '09:59', 'reversed'],
    ['09:50', '10:00', 'tooLate'],
    ['10:00', '14:59', 'reversed'],
    ['10:00', '15:00', 'tooLate'],
    ['15:00', '23:59', 'reversed'],
    ['23:59', '24:00', 'tooLate'],
  ])('charged at %s and voided at %s: %s', async (charged, voided, expected) => {
    const inGuam = (time: string): number => Date.parse(`2027-06-02T${time}:00+10:00`)
    now = inGuam(charged)
    const charge = await chargedFor(gateway)
    now = inGuam(voided)
    expect(await reversing(charge)).toBe(expected)
  })
  test('and a refund still goes through', async () => {
    const charge = await chargedFor(gateway)
    now += 10 * minute
    expect(await reversing(charge)).toBe('tooLate')
    expect(await reversing(charge, { kind: 'refund', reference: testReference() })).toBe('reversed')
  })
  test('or whenever a test says so', async () => {
    const charge = await chargedFor(gateway)
    gateway.simulator.set({ batchCutOffs: ['09:55'] })
    now += 5 * minute
    expect(await reversing(charge, { reference: testReference() })).toBe('tooLate')
  })
})

describe('refunds', () => {
  test('give back parts, and never more than was charged', async () => {
    const charge = await chargedFor(gateway)
    const refund = (amount: number): Promise<string> =>
      reversing(charge, { kind: 'refund', reference: testReference(), amount: cents(amount) })
    expect(await refund(12000)).toBe('reversed')
    expect(gateway.simulator.purchases()).toMatchObject([{ state: 'live', givenBack: 12000 }])
    expect(await refund(51)).toBe('amountMismatch')
    expect(await refund(50)).toBe('reversed')
    expect(await refund(1)).toBe('alreadyReversed')
    expect(givenBack(charge)).toBe(12050)
  })
  test('that arrive together do not miss each other', async () => {
    const charge = await chargedFor(gateway)
    const together = Array.from({ length: 20 }, () =>
      reversing(charge, { kind: 'refund', reference: testReference(), amount: cents(5000) }),
    )
    const outcomes = await Promise.all(together)
    expect(outcomes.filter((outcome) => outcome === 'reversed')).toHaveLength(2)
    expect(givenBack(charge)).toBe(10000)
  })
  test('are refused once the gateway has taken the charge back by itself', async () => {
    gateway.simulator.set({ reverseOnHangUp: true })
    gateway.simulator.fail({ kind: 'truncate' })
    const lost = testCharge()
    await gateway.client.charge(lost)
    await expect.poll(() => gateway.simulator.purchases()).toMatchObject([{ state: 'reversed' }])
    const found = await gateway.client.inquire(inquiryAbout(lost.reference, instantOf(now)))
    const [charge] = found.outcome === 'found' ? found.transactions : []
    const { tag = '', authorization } = charge ?? {}
    const request = { kind: 'refund', reference: testReference(), tag, amount: lost.amount } as const
    expect(await reversing({ ...request, authorization: authorization ?? '' })).toBe('alreadyReversed')
  })
  test('are known after a restart', async () => {
    const charge = await chargedFor(gateway)
    await gateway.client.reverse({ ...charge, kind: 'refund', amount: cents(12000) })
    await gateway.simulator.close()
    const again = await startGatewaySimulator({
      credentials: testCredentials,
      books: gateway.books,
      now: () => now,
      dateSkew: Infinity,
    })
    const client = clientOf(again.url)
    const more = await client.reverse({ ...charge, kind: 'refund', reference: testReference(), amount: cents(51) })
    expect(more).toMatchObject({ outcome: 'refused', reason: 'amountMismatch' })
    await again.close()
  })
})

describe('given a fault, the verdict on a reversal never says more than is known', () => {
  const cases: { fault: Fault; outcome: ReversalResult['outcome']; back: number; alarm?: true }[] = [
    { fault: { kind: 'dropBeforeCommit' }, outcome: 'unknown', back: 0 },
    { fault: { kind: 'dropAfterCommit' }, outcome: 'unknown', back: 12050 },
    { fault: { kind: 'hang', charged: true }, outcome: 'unknown', back: 12050 },
    { fault: { kind: 'wrongReference' }, outcome: 'unknown', back: 12050 },
    { fault: { kind: 'wrongAmount' }, outcome: 'unknown', back: 12050, alarm: true },
    { fault: { kind: 'html', status: 200, charged: false }, outcome: 'unknown', back: 0 },
  ]
  test.each(cases)('$fault → $outcome, given back $back', async ({ fault, outcome, back, alarm }) => {
    const charge = await chargedFor(gateway)
    gateway.simulator.fail(fault, 1, 'reversal')
    const client = fault.kind === 'hang' ? clientOf(gateway.simulator.url, { charge: 500 }) : gateway.client
    const verdict = await client.reverse(charge)
    expect(verdict.outcome).toBe(outcome)
    expect('operatorAlarm' in verdict && verdict.operatorAlarm).toBe(alarm ?? false)
    expect(givenBack(charge)).toBe(back)
  })
  test('a fault of reversals does not affect charges', async () => {
    gateway.simulator.fail({ kind: 'dropBeforeCommit' }, 1, 'reversal')
    const charge = await chargedFor(gateway)
    expect(await reversing(charge)).toBe('unknown')
  })
  test('a void that is written after the connection broke takes effect later, and a refund meanwhile counts', async () => {
    const charge = await chargedFor(gateway)
    gateway.simulator.fail({ kind: 'lateWrite', milliseconds: 50 }, 1, 'reversal')
    expect(await reversing(charge)).toBe('unknown')
    expect(await reversing(charge, { kind: 'refund', reference: testReference() })).toBe('reversed')
    await expect.poll(() => gateway.simulator.reversals()).toHaveLength(2)
    expect(gateway.simulator.reversals()).toMatchObject([{ status: 'A' }, { status: 'D', bankCode: '305' }])
    expect(givenBack(charge)).toBe(12050)
  })
})

describe('given the account denies duplicates', () => {
  beforeEach(() => gateway.simulator.set({ denyDuplicatesMinutes: 5 }))

  test('the same card and amount are refused within that time, though honest, and not afterwards', async () => {
    await chargedFor(gateway)
    const again = await gateway.client.charge(testCharge())
    expect(again).toMatchObject({ outcome: 'notCharged', reply: { code: '63' } })
    expect(gateway.simulator.purchases()).toHaveLength(1)
    now += 5 * minute
    expect(await gateway.client.charge(testCharge())).toMatchObject({ outcome: 'charged' })
  })
  test('another amount or card is another payment', async () => {
    await chargedFor(gateway)
    await chargedFor(gateway, { amount: cents(12051) })
    const { tender } = testCharge()
    const other = { ...tender, cardNumber: '4012888888881881' }
    expect(await gateway.client.charge(testCharge({ tender: other }))).toMatchObject({ outcome: 'charged' })
  })
  test('only approved payments count', async () => {
    const declined = { amount: cents(530200) }
    await gateway.client.charge(testCharge(declined))
    expect(await gateway.client.charge(testCharge(declined))).toMatchObject({ outcome: 'declined' })
  })
})
