import { Instant } from '@portal/contract/dates'
import { shareOfLimit, standingOf } from '@portal/contract/return-rates'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { metrics } from '../../metrics.ts'
import { type TestPayment, addTestPayment } from '../../payments/testing/payments.ts'
import { testClock } from '../../testing/clock.ts'
import { bankPaymentsWatch } from './watch.ts'

const bankPayments = { credit: 'submission', sourceCode: 'ACH' } as const
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock: testClock(Instant.parse('2026-06-01T02:00:00.000Z')), profile: { bankPayments } })
})
beforeEach(() => emptyTables(portal.database.db, ['checkout', 'payment_hour_mark', 'payment_day'], 'from1'))
afterAll(() => portal.close())

/** In Guam, 60 days with 1 June begin on 3 April. */
const first = '2026-04-02T14:00:00.000Z'
const tooOld = '2026-04-02T13:59:59.000Z'

const paid = async (payment: Partial<TestPayment> = {}) =>
  await addTestPayment(portal.database.pool, { at: first, brand: null, ...payment })
const returned = async (code: string | null, reason = 'other' as const, state: TestPayment['state'] = 'RETURNED') =>
  await paid({ state, returned: { reason, code } })
const read = async () => (await (await portal.administrator(3)).get('/api/v1/return-rates')).json<object>()

describe('the return rates', () => {
  test('count the debits of 60 days, and what came back of them by its code, before or after it was paid', async () => {
    for (const state of ['PROCESSING', 'CHARGED', 'REVERSED'] as const) await paid({ state })
    for (const state of ['VERIFYING', 'NOT_CHARGED', 'DECLINED'] as const) await paid({ state })
    await addTestPayment(portal.database.pool, { at: first })
    await paid({ at: tooOld, state: 'RETURNED', returned: { reason: 'funds', code: 'R01' } })
    for (const code of ['R01', 'R02', 'R03', 'R10', null]) await returned(code)
    await returned('R29', 'other', 'REVERSED')
    const returns = { unauthorized: 2, administrative: 2, all: 6 }
    expect(await read()).toEqual({ since: '2026-04-03', debits: 9, returns })
  })

  test.each([2, 4, 5, 6] as const)('are none of the business of level %d', async (level) => {
    expect((await (await portal.administrator(level)).get('/api/v1/return-rates')).statusCode).toBe(403)
  })
})

test.each([
  ['unauthorized', 3, 1000, 'high'],
  ['unauthorized', 3, 1200, 'low'],
  ['unauthorized', 2, 10, 'few'],
  ['administrative', 16, 1000, 'high'],
  ['administrative', 15, 1000, 'low'],
  ['all', 76, 1000, 'high'],
  ['all', 75, 1000, 'low'],
  ['all', 0, 0, 'low'],
] as const)('%s: %i returns of %i debits are %s', (kind, returns, debits, expected) => {
  expect(standingOf(kind, { returns, debits })).toBe(expected)
})

test('half of the limit is half of it', () => {
  expect(shareOfLimit('all', { returns: 75, debits: 1000 })).toBe(0.5)
})

test('for Prometheus: what is open and since when, what the bank should have answered, and limits used up', async () => {
  const day = 86_400
  await paid({ at: '2026-05-30T02:00:00.000Z', state: 'VERIFYING' })
  await paid({ at: '2026-05-22T02:00:00.000Z', state: 'PROCESSING', answeredBy: '2026-05-28T02:00:00.000Z' })
  await paid({ at: '2026-05-31T02:00:00.000Z', state: 'PROCESSING', answeredBy: '2026-06-04T02:00:00.000Z' })
  for (let made = 0; made < 3; made += 1) await returned('R10')
  await bankPaymentsWatch(portal.deps).run(new AbortController().signal)
  const text = await metrics.metrics()
  expect(text).toContain('portal_bank_payments_open{state="PROCESSING"} 2')
  expect(text).toContain('portal_bank_payments_open{state="VERIFYING"} 1')
  expect(text).toContain(`portal_bank_payments_oldest_seconds{state="PROCESSING"} ${10 * day}`)
  expect(text).toContain(`portal_bank_payments_overdue_seconds ${4 * day}`)
  expect(text).toContain('portal_bank_return_limit_share{kind="unauthorized"} 120')
  expect(text).toContain('portal_bank_return_limit_share{kind="administrative"} 0')
})
