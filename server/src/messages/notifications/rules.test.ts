import { AccountSummaryRow } from '@portal/contract/account-summary'
import { CalendarDate } from '@portal/contract/dates'
import { describe, expect, test } from 'vitest'
import { isUnusual, occasionsOf } from './rules.ts'

const days = { dueSoonDays: 3, overdueDays: 3 }

const row = (change: object) =>
  AccountSummaryRow.parse({
    isComplete: true,
    accID: '1234567890',
    className: 'RESID',
    serviceLocation: '12 Home Street',
    amount: 9_520,
    dueDate: '2026-06-20',
    isDueDateRed: false,
    arrearsTotal: 0,
    isActive: true,
    cashOnlyFlag: 'N',
    isBeingPaid: false,
    pendingPayment: null,
    isBankBlocked: false,
    latestBill: { billId: '500000010001', billDate: '2026-06-01', total: 9_520 },
    arrears: [],
    alreadyPaid: { Visa: 0, Discover: 0 },
    ...change,
  })

describe('given a bill due on 06/20', () => {
  test.each([
    ['2026-06-01', {}, ['billReady']],
    ['2026-06-16', {}, ['billReady']],
    ['2026-06-17', {}, ['billReady', 'dueSoon']],
    ['2026-06-20', {}, ['billReady', 'dueSoon']],
    ['2026-06-21', {}, ['billReady']],
    ['2026-06-23', {}, ['billReady', 'overdue']],
    ['2026-06-29', {}, ['billReady', 'overdue']],
    ['2026-06-30', {}, ['billReady']],
    ['2026-06-18', { amount: 100 }, ['billReady', 'dueSoon']],
    ['2026-06-18', { amount: 99 }, ['billReady']],
    ['2026-06-23', { amount: 99 }, ['billReady']],
    ['2026-06-23', { amount: 0 }, ['billReady']],
    ['2026-06-18', { amount: -500 }, ['billReady']],
    ['2026-06-18', { isBeingPaid: true }, ['billReady']],
    ['2026-06-18', { isActive: false }, []],
    ['2026-06-18', { latestBill: null }, []],
  ])('on %s, with %j, then there is to tell: %j', (today, change, kinds) => {
    const occasions = occasionsOf(row(change), CalendarDate.parse(today), days)
    expect(occasions.map(({ kind }) => kind)).toEqual(kinds)
    expect(new Set(occasions.map(({ cause }) => cause)).size).toBe(Math.min(kinds.length, 1))
  })
})

test.each([
  [1000, [], false],
  [1001, [], true],
  [3000, [900, 1000, 1100], false],
  [3001, [900, 1000, 1100], true],
  [9_000, [0, 9_000, 9_000], false],
])('given %d found after runs of %j, then that it is unusual is %s', (found, earlier, unusual) => {
  expect(isUnusual(found, earlier, { unusualAbove: 1000, unusualTimes: 3 })).toBe(unusual)
})
