import { CalendarDate } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import { ledgerBilling } from './ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('delete from cis.financial_transaction')
})

const account = AccountNumber.parse('7000000001')

/** One row of the extract. By default, it is a segment of payment P1, of the day on which the charge was sent. */
interface Segment {
  paid: number
  payment?: string | null
  type?: 'PS' | 'PX' | 'AD'
  on?: string
  receipt?: string
  account?: string
}

async function extracted(segments: readonly Segment[]): Promise<void> {
  for (const [at, { paid, payment = 'P1', type = 'PS', on = '2026-03-10', receipt, ...of }] of segments.entries()) {
    const date = CalendarDate.parse(on)
    await database.db
      .insertInto('cis.financial_transaction')
      .values({
        transaction_id: `T${at}`,
        account_id: AccountNumber.parse(of.account ?? account),
        agreement_id: `A${at}`,
        bill_id: null,
        parent_id: payment,
        transaction_type: type,
        current_cents: cents(-paid),
        total_cents: cents(-paid),
        arrears_date: date,
        accounting_date: date,
        external_reference: receipt ?? null,
      })
      .execute()
  }
}

describe('whether 100.00 was paid to an account in another way since March 10', () => {
  const water = { paid: 7_000 }
  const sewer = { paid: 3_000 }
  const bounced = { type: 'PX' } as const

  test.each<[string, Segment[], boolean]>([
    ['nothing is known', [], false],
    ['one payment of it', [{ paid: 10_000 }], true],
    ['one payment that names no parent', [{ paid: 10_000, payment: null }], true],
    ['one payment for water and sewer', [water, sewer], true],
    ['two payments that add up to it', [water, { ...sewer, payment: 'P2' }], false],
    ['a payment of more, part of which is as much', [{ paid: 10_000 }, sewer], false],
    ['a payment that bounced', [{ paid: 10_000 }, { paid: -10_000, ...bounced, on: '2026-03-12' }], false],
    [
      'a payment for water and sewer that bounced',
      [water, sewer, { paid: -7_000, ...bounced }, { paid: -3_000, ...bounced }],
      false,
    ],
    [
      'a payment that bounced, and was made again',
      [{ paid: 10_000 }, { paid: -10_000, ...bounced }, { paid: 10_000, payment: 'P2' }],
      true,
    ],
    ['a payment of the day before', [{ paid: 10_000, on: '2026-03-09' }], false],
    [
      'a payment of the portal',
      [
        { ...water, receipt: 'W-1' },
        { ...sewer, receipt: 'W-1' },
      ],
      false,
    ],
    ['an adjustment of as much', [{ paid: 10_000, type: 'AD' }], false],
    ['a payment of another account', [{ paid: 10_000, account: '7000000002' }], false],
  ])('given %s', async (_, segments, wasPaid) => {
    await extracted(segments)
    const since = CalendarDate.parse('2026-03-10')
    expect(await ledgerBilling(database.db, 'GWA').wasPaidOtherwise(account, cents(10_000), since)).toBe(wasPaid)
  })
})
