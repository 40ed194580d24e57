import { Instant } from '@portal/contract/dates'
import type { FoundPayments } from '@portal/contract/reports'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { emptyTables } from '../../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../http/testing/app.ts'
import { type TestPayment, addTestPayment } from '../../../payments/testing/payments.ts'
import { testClock } from '../../../testing/clock.ts'
import { hourSums } from '../payment-counts.ts'

/** A finance administrator's, over payments that a test makes itself. */
interface TestReports {
  portal: TestApp
  finance: TestBrowser
  /** Also every sum; keys start at one again. */
  clear(): Promise<void>
  add(payment: TestPayment): Promise<number>
  search(asked?: object): Promise<FoundPayments>
  /** `query` begins with its question mark. */
  exported(query?: string): Promise<string>
  /** Every hour that is over by that clock. */
  sumHours(by?: Pick<typeof clock, 'now'>): Promise<void>
}

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

/** Once at the top of a test file: every test begins without payments. */
export function testReports(): TestReports {
  let portal: TestApp
  let finance: TestBrowser
  beforeAll(async () => {
    portal = await testApp({ clock })
    finance = await portal.administrator(3)
  })
  const clear = async (): Promise<void> => {
    await emptyTables(portal.database.db, ['checkout', 'payment_hour_mark', 'payment_day'], 'from1')
  }
  beforeEach(clear)
  afterAll(() => portal.close())
  return {
    get portal() {
      return portal
    },
    get finance() {
      return finance
    },
    clear,
    add: async (payment) => await addTestPayment(portal.database.pool, payment),
    async search(asked = {}) {
      const reply = await finance.post('/api/v1/search-transaction', asked)
      expect(reply.statusCode).toBe(200)
      return reply.json<{ result: FoundPayments }>().result
    },
    async exported(query = '') {
      const reply = await finance.get(`/api/v1/transactions.csv${query}`)
      expect(reply.statusCode).toBe(200)
      return reply.body
    },
    async sumHours(by = clock) {
      const sums = hourSums({ db: portal.database.db, clock: { ...clock, ...by } })
      while ((await sums.run(new AbortController().signal)) > 0);
    },
  }
}
