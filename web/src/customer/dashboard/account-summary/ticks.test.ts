import { Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import type { ShownRow } from '../accounts/use-accounts.ts'
import { accountNumber, testRow } from '../testing/dashboard.ts'
import { allTicked, areOwingTicked, changeTicks, noTicks, orderOf, tickOf, type Ticks } from './ticks.ts'

const asOf = Instant.parse('2026-11-20T22:00:00.000Z')
const owing = testRow({ accID: accountNumber(1), amount: cents(8053) })
const inCredit = testRow({ accID: accountNumber(2), amount: cents(-500) })
const cashOnly = testRow({ accID: accountNumber(3), amount: cents(1000), cashOnlyFlag: 'Y' })
const beingPaid = testRow({ accID: accountNumber(4), amount: cents(1000), isBeingPaid: true })

function shown(...rows: (typeof owing)[]): ShownRow[] {
  return rows.map((row) => ({ accID: row.accID, row, asOf, isKept: false }))
}

const all = shown(owing, inCredit, cashOnly, beingPaid)
const toggled = (ticks: Ticks, row: typeof owing) => changeTicks(ticks, { kind: 'toggle', row })

describe('Make Payment and Cancel Payment (C§4)', () => {
  test.each([
    ['what is due', owing, 8053],
    ['0 for a credit', inCredit, 0],
    ['a cent that is due', testRow({ ...owing, amount: cents(1) }), 1],
  ])('a ticked row begins with %s', (_what, row, amount) => {
    expect(tickOf(toggled(noTicks, row), row)).toEqual({ isTicked: true, amount })
  })

  test('until an amount is typed it follows what is due, which somebody else may pay meanwhile; a typed one stays', () => {
    const paidSince = testRow({ ...owing, amount: cents(0) })
    expect(tickOf(toggled(noTicks, owing), paidSince)).toEqual({ isTicked: true, amount: 0 })
    const typed = changeTicks(toggled(noTicks, owing), { kind: 'amount', row: owing, amount: cents(9000) })
    expect(tickOf(typed, paidSince)).toEqual({ isTicked: true, amount: 9000 })
  })

  test('Cancel Payment unticks and sets the amount back, so that ticking again begins anew', () => {
    const typed = changeTicks(toggled(noTicks, owing), { kind: 'amount', row: owing, amount: cents(1) })
    expect(tickOf(typed, owing)).toEqual({ isTicked: true, amount: 1 })
    const cancelled = toggled(typed, owing)
    expect(tickOf(cancelled, owing)).toEqual({ isTicked: false, amount: 0 })
    expect(tickOf(toggled(cancelled, owing), owing).amount).toBe(8053)
  })

  test('an amount is only typed into a ticked row (C§5)', () => {
    expect(changeTicks(noTicks, { kind: 'amount', row: owing, amount: cents(1) }).others.size).toBe(0)
  })
})

describe('check all (C§4)', () => {
  const everything = changeTicks(noTicks, { kind: 'all', isTicked: true, found: null })

  test('ticks every account that owes something and that a card can pay, also those that arrive later, and takes every one back', () => {
    expect(orderOf(everything, all).map((line) => line.account.accID)).toEqual([owing.accID])
    const late = testRow({ accID: accountNumber(5) })
    expect([late, cashOnly, beingPaid].map((row) => tickOf(everything, row).isTicked)).toEqual([true, false, false])
    const typed = changeTicks(everything, { kind: 'amount', row: owing, amount: cents(1) })
    expect(orderOf(changeTicks(typed, { kind: 'all', isTicked: false, found: null }), all)).toEqual([])
    const again = changeTicks(toggled(everything, owing), { kind: 'all', isTicked: true, found: null })
    expect(orderOf(again, all)).toHaveLength(1)
  })

  test('never ticks what owes nothing or is closed, and leaves it where it was ticked by hand', () => {
    const paid = testRow({ accID: accountNumber(6), amount: cents(0) })
    const closed = testRow({ accID: accountNumber(7), isActive: false })
    expect([inCredit, paid, closed].map((row) => tickOf(everything, row).isTicked)).toEqual([false, false, false])
    const found = changeTicks(noTicks, { kind: 'all', isTicked: true, found: [owing, paid, closed] })
    expect(orderOf(found, shown(owing, paid, closed)).map((line) => line.account.accID)).toEqual([owing.accID])
    const byHand = changeTicks(toggled(noTicks, closed), { kind: 'all', isTicked: true, found: null })
    expect(orderOf(byHand, shown(owing, paid, closed))).toHaveLength(2)
  })

  test('is on when every account that can be ticked is, and half on in between', () => {
    expect(allTicked(noTicks, all)).toBe('none')
    expect(allTicked(everything, all)).toBe('some')
    expect(allTicked(toggled(everything, inCredit), all)).toBe('all')
    const another = testRow({ accID: accountNumber(5) })
    expect(allTicked(toggled(everything, another), shown(owing, another))).toBe('some')
    expect(allTicked(toggled(noTicks, inCredit), all)).toBe('some')
    expect(allTicked(noTicks, shown(cashOnly))).toBe('none')
  })

  test('given one account of three owes and is ticked, then it is half on, and pressing it again unticks', () => {
    const three = shown(owing, inCredit, testRow({ accID: accountNumber(6), amount: cents(0) }))
    expect(allTicked(toggled(noTicks, owing), three)).toBe('some')
    expect(areOwingTicked(toggled(noTicks, owing), three)).toBe(true)
    expect(areOwingTicked(noTicks, three)).toBe(false)
    expect(areOwingTicked(toggled(noTicks, inCredit), three)).toBe(false)
  })

  test('leaves amounts that were typed', () => {
    const typed = changeTicks(toggled(noTicks, owing), { kind: 'amount', row: owing, amount: cents(1) })
    expect(orderOf(changeTicks(typed, { kind: 'all', isTicked: true, found: null }), all)[0]?.amount).toBe(1)
  })

  test('of those that a search found leaves the others as they are', () => {
    const typed = changeTicks(toggled(noTicks, owing), { kind: 'amount', row: owing, amount: cents(1) })
    const another = testRow({ accID: accountNumber(5), amount: cents(500) })
    const more = changeTicks(typed, { kind: 'all', isTicked: true, found: [owing, another, cashOnly] })
    expect(orderOf(more, shown(owing, another, cashOnly)).map((line) => line.amount)).toEqual([1, 500])
    const fewer = changeTicks(everything, { kind: 'all', isTicked: false, found: [another] })
    expect(orderOf(fewer, all).map((line) => line.account.accID)).toEqual([owing.accID])
  })

  test('what one payment does not take is left out, and amounts that were typed stay', () => {
    const another = testRow({ accID: accountNumber(5), amount: cents(500) })
    const typed = changeTicks(everything, { kind: 'amount', row: owing, amount: cents(1) })
    const [first] = orderOf(typed, shown(owing, another))
    if (!first) throw new Error('Nothing is ticked')
    const kept = changeTicks(typed, { kind: 'keep', lines: [first] })
    expect(orderOf(kept, shown(owing, another)).map((line) => line.amount)).toEqual([1])
  })

  test('accounts without an amount are left out at once, and only they', () => {
    const left = changeTicks(toggled(everything, inCredit), { kind: 'untickEmpty', rows: [owing, inCredit] })
    expect(orderOf(left, all).map((line) => line.amount)).toEqual([8053])
  })
})
