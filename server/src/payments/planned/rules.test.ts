import { CalendarDate } from '@portal/contract/dates'
import type { ServiceFees } from '@portal/contract/fees'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import type { DayRule } from '../../database/tables/autopay.ts'
import { afterDecline, amountToTake, dayOf, daysOfNotice, daysOfScheduleNotice, plannedFee } from './rules.ts'

describe('the day of a charge', () => {
  test.each<[rule: DayRule, number: number, due: string, day: string]>([
    ['dueDate', 0, '2026-06-20', '2026-06-20'],
    ['daysBefore', 3, '2026-03-02', '2026-02-27'],
    ['daysBefore', 1, '2028-03-01', '2028-02-29'],
    ['dayOfMonth', 15, '2026-06-20', '2026-06-15'],
    ['dayOfMonth', 20, '2026-06-20', '2026-06-20'],
    ['dayOfMonth', 25, '2026-06-20', '2026-05-25'],
    ['dayOfMonth', 31, '2026-06-30', '2026-06-30'],
    ['dayOfMonth', 31, '2026-03-15', '2026-02-28'],
    ['dayOfMonth', 30, '2028-03-15', '2028-02-29'],
    ['dayOfMonth', 31, '2027-01-10', '2026-12-31'],
  ])('%s %i of a bill due %s is %s', (rule, number, due, day) => {
    expect(dayOf({ rule, number }, CalendarDate.parse(due))).toBe(day)
  })
})

describe('the days of notice', () => {
  const range = { low: cents(2_000), high: cents(10_000) }
  test.each([
    ['credit', 5_000, null, 5],
    ['debit', 5_000, null, 10],
    ['prepaid', 5_000, null, 10],
    ['unknown', 5_000, null, 10],
    ['debit', 2_000, range, 5],
    ['debit', 10_000, range, 5],
    ['debit', 1_999, range, 10],
    ['debit', 10_001, range, 10],
  ] as const)('for a %s card and %i cents', (funding, amount, foreseen, days) => {
    expect(daysOfNotice({ funding, amount: cents(amount), range: foreseen }, 5)).toBe(days)
  })
})

describe('the days of notice of a scheduled payment', () => {
  const [set, later] = [CalendarDate.parse('2026-06-10'), CalendarDate.parse('2026-06-22')]
  test.each([
    ['credit', 0, set, true, 0],
    ['credit', 0, set, false, 1],
    ['credit', 1, later, true, 0],
    [null, 0, set, true, 0],
    [null, 0, set, false, 1],
    [null, 0, later, true, 0],
    [null, 1, set, false, 10],
    [null, 1, later, true, 10],
    // Its customer has chosen another day since.
    [null, 1, set, true, 0],
  ] as const)('paid by %s after %i tries, charged on %s, noticed: %s', (funding, tries, chargeOn, isNoticed, days) => {
    expect(daysOfScheduleNotice({ funding, tries, chargeOn, dueOn: set }, isNoticed, 5)).toBe(days)
  })
})

describe('the service fee', () => {
  const fees: ServiceFees = [{ method: 'bank', channels: ['schedule', 'autoPay'], flat: 250 }]
  test.each([
    ['of AutoPay, as it is now', { kind: 'agreement' }, 250],
    ['of a scheduled card, too', { kind: 'schedule', mostFee: null }, 250],
    ['of a scheduled debit, never more than was authorized', { kind: 'schedule', mostFee: cents(100) }, 100],
    ['which may be more than now', { kind: 'schedule', mostFee: cents(300) }, 250],
  ] as const)('%s', (_, of, fee) => {
    expect(plannedFee(fees, 'bank', of, cents(5_000))).toBe(fee)
  })
})

describe('the amount', () => {
  const account = { owed: cents(9_520), isActive: true, isCashOnly: false, most: null, asked: null }
  test.each([
    ['all that is owed', {}, { take: 9_520 }],
    ['exactly the most', { most: cents(9_520) }, { take: 9_520 }],
    ['nothing above the most', { most: cents(9_519) }, { skip: 'over_limit' }],
    ['nothing above the largest payment', { owed: cents(10_000_000) }, { skip: 'over_limit' }],
    ['nothing of a credit', { owed: cents(-1) }, { skip: 'nothing_owed' }],
    ['nothing below the smallest payment', { owed: cents(99) }, { skip: 'nothing_owed' }],
    ['nothing of a cash-only account', { isCashOnly: true }, { skip: 'cash_only' }],
    ['nothing from a bank account, where it may not pay', { isBankBlocked: true }, { skip: 'bank_not_taken' }],
    ['nothing of a closed account', { isActive: false }, { skip: 'closed' }],
    ['what was asked', { asked: cents(5_000) }, { take: 5_000 }],
    ['of what was asked, no more than is owed', { asked: cents(10_000) }, { take: 9_520 }],
  ])('is %s', (_, given, expected) => {
    expect(amountToTake({ ...account, ...given })).toEqual(expected)
  })
})

describe('a decline', () => {
  test.each([
    ['allows one more try', { afterDays: 0 }, 1, { retryDays: 3 }],
    ['that wants a shorter wait waits as usual', { afterDays: 1 }, 1, { retryDays: 3 }],
    ['that wants a longer wait waits longer', { afterDays: 10 }, 1, { retryDays: 10 }],
    ['a second time allows none', { afterDays: 0 }, 2, { stop: 'declined_twice' }],
    ['that is final allows none', { never: 'card_refused' }, 1, { stop: 'card_refused' }],
  ] as const)('%s', (_, advice, tries, expected) => {
    expect(afterDecline(advice, tries, 3)).toEqual(expected)
  })
})
