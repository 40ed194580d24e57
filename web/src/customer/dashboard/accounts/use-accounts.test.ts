import { Instant } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { accountNumber, testRow } from '../testing/dashboard.ts'
import { accountOption } from './use-accounts.ts'

const accID = accountNumber(1)

test.each([
  ['a short place is shown whole', '7 Water Lane', '0000000001 – 7 Water Lane'],
  [
    'a long one is cut to 42 characters',
    `${'Marine Corps Drive '.repeat(3)}end`,
    '0000000001 – Marine Corps Drive Marine Cor…',
  ],
])('the label of an account: %s (C§2.5, C§9)', (_what, serviceLocation, shown) => {
  const row = testRow({ accID, serviceLocation })
  const { value, label } = accountOption({ accID, row, asOf: Instant.parse('2026-11-20T22:00:00.000Z'), isKept: false })
  expect([value, label]).toEqual(['0000000001', shown])
})
