import { CalendarDate, Instant } from '@portal/contract/dates'
import { cents, noCents } from '@portal/contract/money'
import type { NextCharge } from '@portal/contract/next-charge'
import { describe, expect, test } from 'vitest'
import { type ChargeFacts, nextCharge, type Owing } from './next-charge.ts'

const day = (text: string) => CalendarDate.parse(text)
const moment = {
  today: day('2026-11-29'),
  leavesOn: day('2026-11-29'),
  timeZone: 'UTC',
  noticeDays: 5,
  serviceFees: [],
}

const agreement = { kind: 'agreement', state: 'ACTIVE', most: null, range: null } as const

/** Noticed on 11/25: $131.08 on 12/08. */
const noticed: ChargeFacts = {
  state: 'NOTIFIED',
  of: agreement,
  chargeOn: day('2026-12-08'),
  dueOn: day('2026-12-08'),
  heldFor: null,
  noticedFee: noCents,
  noticed: cents(13_108),
  hasNotice: true,
  noticedAt: Instant.parse('2026-11-25T02:00:00.000Z'),
  tries: 0,
  funding: 'credit',
  expires: '2030-12',
}
const planned: ChargeFacts = { ...noticed, state: 'PLANNED', noticed: null, hasNotice: false, noticedAt: null }
const owing: Owing = { amount: cents(13_108), isActive: true, cashOnlyFlag: 'N', isBankBlocked: false }

type Case = readonly [string, Partial<ChargeFacts>, Partial<Owing> | undefined, Partial<NextCharge>]

const next = (facts: ChargeFacts, account: Partial<Owing> | undefined, at = moment) =>
  nextCharge(facts, account && { ...owing, ...account }, at)

describe('a charge that its customer was told of', () => {
  test.each<Case>([
    ['is on that day, of that amount', {}, {}, { says: 'charges', on: day('2026-12-08'), amount: cents(13_108) }],
    ['is of what is left', {}, { amount: cents(4_000) }, { says: 'charges', amount: cents(4_000) }],
    ['is as told while what is owed is not known', {}, undefined, { says: 'charges', amount: cents(13_108) }],
    [
      'needs another notice when more is owed',
      {},
      { amount: cents(15_000) },
      { says: 'about', on: day('2026-12-08'), amount: cents(15_000) },
    ],
    [
      'and then leaves on a day for which that is early enough',
      { chargeOn: day('2026-12-01') },
      { amount: cents(15_000) },
      { says: 'aboutFrom', on: day('2026-12-04') },
    ],
    ['is tried again', { tries: 1 }, {}, { says: 'retries' }],
    ['is under way', { state: 'SENT' }, {}, { says: 'charging', heldFor: null }],
    [
      'never names a day that is over',
      { chargeOn: day('2026-11-26'), noticedAt: Instant.parse('2026-11-15T02:00:00.000Z'), heldFor: 'stale_import' },
      {},
      { says: 'chargesFrom', on: day('2026-11-29'), heldFor: 'stale_import' },
    ],
    [
      'waits on its day for what holds it',
      { chargeOn: day('2026-11-29'), noticedAt: Instant.parse('2026-11-15T02:00:00.000Z'), heldFor: 'hour_full' },
      {},
      { says: 'chargesFrom', on: day('2026-11-29'), heldFor: 'hour_full' },
    ],
    ['is not held by what is over in hours, days before', { heldFor: 'after_hours' }, {}, { heldFor: null }],
    ['is held by what a person has to mend', { heldFor: 'notice_refused' }, {}, { heldFor: 'notice_refused' }],
    [
      'waits for the ten days of a debit card',
      { funding: 'debit', chargeOn: day('2026-12-01') },
      {},
      { says: 'charges', on: day('2026-12-05') },
    ],
    ['is noticed anew when it is too old', { chargeOn: day('2026-11-18'), noticedAt: null }, {}, { says: 'aboutFrom' }],
  ])('%s', (_, change, account, expected) => {
    expect(next({ ...noticed, ...change }, account)).toMatchObject(expected)
  })

  test('does not leave today once the hours are over', () => {
    const over = { ...moment, leavesOn: day('2026-11-30') }
    const noticedAt = Instant.parse('2026-11-15T02:00:00.000Z')
    const today = { ...noticed, noticedAt, chargeOn: day('2026-11-29') }
    expect(next(today, {}, over)).toMatchObject({ says: 'chargesFrom', on: day('2026-11-30') })
  })
})

describe('a charge that its customer was not told of', () => {
  test.each<Case>([
    ['is about what is owed', {}, {}, { says: 'about', on: day('2026-12-08'), amount: cents(13_108) }],
    ['has no amount while it is not known', {}, undefined, { says: 'some', amount: null }],
    [
      'comes after its notice when the bill is past due',
      { chargeOn: day('2026-11-26'), heldFor: 'after_hours' },
      {},
      { says: 'aboutFrom', on: day('2026-12-04'), heldFor: null },
    ],
    [
      'has the ten days of a debit card',
      { chargeOn: day('2026-11-26'), funding: 'debit' },
      {},
      { says: 'aboutFrom', on: day('2026-12-09') },
    ],
    ['has no bill', {}, { amount: cents(99) }, { says: 'nothing', amount: null }],
    ['is due from a dollar on', {}, { amount: cents(100) }, { says: 'about' }],
    [
      'is above the limit',
      { of: { ...agreement, most: cents(13_107) } },
      {},
      { says: 'overLimit', amount: null, most: cents(13_107), heldFor: null },
    ],
    ['is at the limit', { of: { ...agreement, most: cents(13_108) } }, {}, { says: 'about' }],
    [
      'is above what one payment takes',
      {},
      { amount: cents(10_000_000) },
      { says: 'overLimit', most: cents(9_999_999) },
    ],
    ['is of an account without cards', {}, { cashOnlyFlag: 'Y' }, { says: 'cannot' }],
    ['is of an account that no bank account may pay', { funding: null }, { isBankBlocked: true }, { says: 'cannot' }],
    ['is of a closed account', {}, { isActive: false }, { says: 'cannot' }],
    [
      'stands still with its agreement',
      { of: { ...agreement, state: 'PAUSED' }, heldFor: 'paused' },
      {},
      { says: 'paused', heldFor: null },
    ],
  ])('%s', (_, change, account, expected) => {
    expect(next({ ...planned, ...change }, account)).toMatchObject(expected)
  })
})

test.each<Case>([
  ['expires before', { expires: '2026-11' }, {}, { cardEnds: '2026-11' }],
  ['lasts that month', { expires: '2026-12' }, {}, { cardEnds: null }],
  [
    'expires before what is not charged',
    { expires: '2026-11', of: { ...agreement, state: 'PAUSED' } },
    {},
    { cardEnds: null },
  ],
])('the card of a charge %s', (_, change, account, expected) => {
  expect(next({ ...noticed, ...change }, account)).toMatchObject(expected)
})
