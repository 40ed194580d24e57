import { expect, test } from 'vitest'
import { receiptFileName } from './payments.ts'

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
