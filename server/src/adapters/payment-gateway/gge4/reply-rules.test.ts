import { describe, expect, test } from 'vitest'
import { type ReplyFacts, filterCodes, validationCodes, ruleFor, replyRules } from './reply-rules.ts'

const approved: ReplyFacts = {
  status: 201,
  trusted: true,
  lockedOut: false,
  exactCode: '00',
  approved: true,
  error: false,
  bankCode: '100',
  wholeAmount: true,
}
const declined: ReplyFacts = { ...approved, approved: false, bankCode: '302' }

function refusal(status: number, exactCode = '', lockedOut = false): ReplyFacts {
  const nothing = { trusted: false, approved: null, error: null, bankCode: '', wholeAmount: false }
  return { ...nothing, status, exactCode, lockedOut }
}

describe('each observation of the table has its outcome (tools/gateway-simulator/README.md)', () => {
  test.each<[string, ReplyFacts, string, boolean]>([
    ['approved, ours, exact amount', approved, 'charged', false],
    ['another amount or in part', { ...approved, wholeAmount: false }, 'unknown', true],
    ['in part, bank code 111', { ...approved, bankCode: '111', wholeAmount: false }, 'unknown', true],
    ['damaged or wrong reference', { ...approved, trusted: false }, 'unknown', false],
    ['approved, but with an error', { ...approved, error: true }, 'unknown', false],
    ['approved, error field garbled', { ...approved, error: null }, 'unknown', false],
    ['approved field garbled', { ...approved, approved: null }, 'unknown', false],
    ['approved without a bank answer', { ...approved, bankCode: '000' }, 'unknown', false],
    ['approved without a bank code', { ...approved, bankCode: '' }, 'unknown', false],
    ['declined by the bank', declined, 'declined', false],
    ['no answer from the bank', { ...declined, bankCode: '000' }, 'unknown', false],
    ['no, without a bank code', { ...declined, bankCode: '' }, 'unknown', false],
    ['damaged no', { ...declined, trusted: false }, 'unknown', false],
    ['credentials refused', refusal(401), 'notCharged', true],
    ['forbidden', refusal(403), 'notCharged', true],
    ['locked out', refusal(401, '', true), 'notCharged', true],
    ['locked out as a bad request', refusal(400, '', true), 'notCharged', true],
    ['locked out as too many requests', refusal(429, '', true), 'notCharged', true],
    ['"too many failures" of a faulty gateway', refusal(500, '', true), 'unknown', false],
    ['a bad request without a code', refusal(400), 'unknown', false],
    ['logon refused behind the gateway', refusal(500, '43'), 'unknown', true],
  ])('%s', (_, facts, outcome, alarm) => {
    const rule = ruleFor(facts)
    expect([rule.outcome, rule.operatorAlarm ?? false]).toEqual([outcome, alarm])
  })
})

describe('EXact codes', () => {
  const filters = '08 44 F1 F2 F3 F4 F5 F6 29 33 34 35 36 37 38 39 45 46 47 48 60 93'.split(' ')
  const fields = '22 25 26 27 28 31 32 57 58 63 64 65 66 67 69'.split(' ')
  const unknowns201 = '01 09 51 59 77'.split(' ')
  const unknowns500 =
    '10 11 12 13 14 15 16 17 18 19 20 21 23 24 30 40 41 42 52 53 54 55 56 61 62 70 71 72 73 74 75 76 77 78 79 98 99'.split(
      ' ',
    )

  test.each(filters)('201 with filter code %s is a decline', (exactCode) => {
    expect(ruleFor({ ...declined, error: true, bankCode: '', exactCode }).outcome).toBe('declined')
  })
  test.each(filters)('201 with filter code %s, yet approved, is unknown', (exactCode) => {
    expect(ruleFor({ ...approved, exactCode }).outcome).toBe('unknown')
  })
  test.each(fields)('400 with validation code %s was not charged', (exactCode) => {
    expect(ruleFor(refusal(400, exactCode)).outcome).toBe('notCharged')
  })
  test.each(fields)('validation code %s with another status is unknown', (exactCode) => {
    expect(ruleFor(refusal(500, exactCode)).outcome).toBe('unknown')
    expect(ruleFor({ ...declined, exactCode }).outcome).toBe('unknown')
  })
  test.each(unknowns201)('201 with code %s is unknown: only a search can tell', (exactCode) => {
    expect(ruleFor({ ...declined, exactCode }).outcome).toBe('unknown')
    expect(ruleFor({ ...approved, exactCode }).outcome).toBe('unknown')
  })
  test.each(unknowns500)('500 with code %s is unknown', (exactCode) => {
    expect(ruleFor(refusal(500, exactCode))).toMatchObject({ outcome: 'unknown' })
  })
  test('no other code declines or refuses', () => {
    expect(filterCodes.toSorted()).toEqual(filters.toSorted())
    expect(validationCodes.toSorted()).toEqual(fields.toSorted())
  })
})

test.each([200, 202, 204, 302, 404, 408, 413, 429, 500, 502, 503, 504])('status %i says nothing', (status) => {
  expect(ruleFor({ ...approved, status, trusted: false }).outcome).toBe('unknown')
})

test('only one rule charges, and it requires everything', () => {
  const rules = replyRules.filter((rule) => rule.outcome === 'charged')
  expect(rules.map((rule) => rule.when)).toEqual([
    { statuses: [201], exactCodes: ['00'], approved: true, error: false, wholeAmount: true },
  ])
})
