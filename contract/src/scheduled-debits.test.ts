import { expect, test } from 'vitest'
import { CalendarDate } from './dates.ts'
import { english } from './language.ts'
import { cents, noCents } from './money.ts'
import { scheduleAuthorization } from './scheduled-debits.ts'

const facts = {
  utility: 'Test Water',
  paidWith: {
    brand: null,
    bankAccount: { bankName: 'First Hawaiian', accountType: 'checking' },
    lastFour: '6789',
  },
  on: CalendarDate.parse('2026-12-04'),
  accounts: 1,
  amount: cents(8_053),
  fee: noCents,
  locale: 'en-US',
} as const

test.each([
  [
    'one account',
    {},
    'By pressing Schedule $80.53, I authorize Test Water to debit my bank account, First Hawaiian, checking ending in 6789, once on or after 12/04/2026 for $80.53, or for what I owe then if that is less. If my bank',
  ],
  [
    'several accounts',
    { accounts: 3 },
    'once for each of 3 accounts on or after 12/04/2026, for $80.53 in all, or for what I owe then if that is less. If my bank',
  ],
  ['a service fee', { fee: cents(150) }, 'if that is less. This includes a service fee of $1.50. If my bank'],
] as const)('a customer authorizes debits of %s', (_, differences, words) => {
  const said = scheduleAuthorization(english, { ...facts, ...differences })
  expect(said).toContain(words)
  expect(said).toContain('I can cancel online until 11:59 PM on the day before a debit.')
  expect(said).toContain('stop it at my bank until three business days before')
})
