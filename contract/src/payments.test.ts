import { expect, test } from 'vitest'
import { AccountNumber } from './ids.ts'
import { countTag, mayBeTriedAgain, onlyAbout, receiptFileName, receiptNumber, tagOfReceipt } from './payments.ts'

const unpaid = { receiptNumber: null, referenceNumber: 'GWA7F3K2M9Q4' } as const

test.each([
  ['approved', { ...unpaid, outcome: 'approved', receiptNumber: 'W-81234567' }, 'IW-W-81234567.pdf'],
  ['declined', { ...unpaid, outcome: 'declined' }, 'IW-Failed-Transaction.pdf'],
  ['not attempted', { ...unpaid, outcome: 'serverFailed' }, 'IW-Failed-Transaction.pdf'],
  ['never heard of', null, 'IW-Failed-Transaction.pdf'],
  ['still being confirmed', { ...unpaid, outcome: 'beingConfirmed' }, 'IW-GWA7F3K2M9Q4.pdf'],
  ['given back', { ...unpaid, outcome: 'reversed' }, 'IW-GWA7F3K2M9Q4.pdf'],
] as const)('the file of a payment that was %s says no more than is known (C§9)', (_how, payment, name) => {
  expect(receiptFileName('IW', payment)).toBe(name)
})

test.each([
  [1, 'SINGLE', ['W-81234567']],
  [2, 'MULTI-2', ['W-81234567-1', 'W-81234567-2']],
])('a payment of %d accounts counts as %s, with the receipts %j (R1)', (accounts, tag, receipts) => {
  expect(countTag(accounts)).toBe(tag)
  expect(receipts.map((_, place) => receiptNumber('81234567', place + 1, accounts))).toEqual(receipts)
})

test.each([
  ['W-81234567', '81234567'],
  ['W-81234567-2', '81234567'],
  ['W-', null],
  ['81234567', null],
  ['W-81234567-', null],
  ['W-12345678901', null],
])('the receipt %s belongs to the payment %s', (receipt, tag) => {
  expect(tagOfReceipt(receipt)).toBe(tag)
})

test.each([
  ['approved', false],
  ['declined', true],
  ['serverFailed', true],
  ['beingConfirmed', false],
  ['reversed', false],
] as const)('after %s the card may be tried again: %j', (outcome, mayBe) => {
  expect(mayBeTriedAgain(outcome)).toBe(mayBe)
})

test.each([
  [['4821007391'], 'This is about account 4821007391. Leave it out to pay the rest.'],
  [['4821007391', '4821007392'], 'This is about accounts 4821007391, 4821007392. Leave them out to pay the rest.'],
])('a refusal names the accounts it is about: %j', (accounts, sentence) => {
  expect(onlyAbout(accounts.map((account) => AccountNumber.parse(account)))).toBe(sentence)
})
