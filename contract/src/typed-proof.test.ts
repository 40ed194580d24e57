import { afterEach, describe, expect, test } from 'vitest'
import { AccountToFind, payNowTexts } from './pay-now.ts'
import { proofFields, setProof } from './proof.ts'
import { AccountToProve } from './sign-up.ts'
import { lastNamesOf, readProof } from './typed-proof.ts'

describe.each([
  ['postal', ' 96913 ', '96913'],
  ['postal', '９６９１３', '96913'],
  ['postal', '9691', null],
  ['postal', '', null],
  ['lastName', 'Cruz', 'cruz'],
  ['lastName', ' CRÚZ Jr. ', 'cruz'],
  ['lastName', "O'Brien", 'obrien'],
  ['lastName', 'Kaʻahumanu', 'kaahumanu'],
  ['lastName', 'Cruz-Santos', 'cruzsantos'],
  ['lastName', ' . ', null],
  ['lastName', 'Jr.', null],
  ['lastBillAmount', '80.53', '8053'],
  ['lastBillAmount', '$1,080.5', '108050'],
  ['lastBillAmount', '80', '8000'],
  ['lastBillAmount', '0.00', null],
  ['lastBillAmount', '-80.53', null],
  ['lastBillAmount', '80.533', null],
  ['lastBillAmount', '', null],
  ['lastPaymentAmount', 'USD 45', '4500'],
  ['lastPaymentAmount', 'none', null],
  ['lastPaymentDate', '01/15/2026', '2026-01-15'],
  ['lastPaymentDate', '1-5-26', '2026-01-05'],
  ['lastPaymentDate', '01152026', '2026-01-15'],
  ['lastPaymentDate', '02/30/2026', null],
  ['lastPaymentDate', '2026-01-15', null],
  ['lastPaymentDate', '', null],
  ['houseNumber', '123', '123'],
  ['houseNumber', ' 0123 Main St Apt 4', '123'],
  ['houseNumber', '12-34', '12'],
  ['houseNumber', 'Main St', null],
  ['pin', '4711', '4711'],
  ['pin', ' ab-12 ', 'AB12'],
  ['pin', '0000', null],
  ['pin', '123', null],
  ['pin', '12 !4', null],
  ['pin', '', null],
] as const)('of %s', (name, typed, kept) => {
  test(`${JSON.stringify(typed)} is read as ${kept}`, () => expect(readProof[name](typed)).toBe(kept))
})

test.each([
  ['Maria Cruz', 'cruz', true],
  ['Cruz, Maria', 'CRUZ', true],
  ['Maria Crúz, Jr.', 'cruz', true],
  ['Cruz Jr., Maria', 'Cruz', true],
  ['De La Cruz, Maria', 'de la cruz', true],
  ['De La Cruz, Maria', 'Cruz', true],
  ['Maria Cruz-Santos', 'Santos', true],
  ['Maria Cruz & John Smith', 'Cruz', true],
  ['Maria Cruz & John Smith', 'Smith', true],
  ['Island Hotels, Inc.', 'Island Hotels', true],
  ['Island Hotels, Inc.', 'Island Hotels Inc', true],
  ['Maria Cruz', 'Maria', false],
  ['Maria Cruz', 'Cru', false],
  ['Maria Cruz', 'Smith', false],
  ['', 'Cruz', false],
])('of the holder %j, the last name %j is right: %s', (fullName, typed, isRight) => {
  expect(lastNamesOf(fullName).has(readProof.lastName(typed) ?? '')).toBe(isRight)
})

describe('the fields of a call', () => {
  afterEach(() => setProof())
  const accountId = '0123456789'

  test('as specified, are the zip code alone, and what else is sent counts for nothing', () => {
    const sent = { accountId, postal: '96913', pin: '4711', lastName: 'Cruz' }
    expect(AccountToFind.parse(sent)).toMatchObject({ postal: '96913', pin: '', lastName: '' })
    expect(AccountToFind.safeParse({ accountId, pin: '4711' }).error?.issues).toMatchObject([
      { path: ['postal'], message: payNowTexts.zipRequired },
    ])
  })

  test('of a profile are those of its purpose, all of them', () => {
    setProof({ payNow: ['lastBillAmount'], registration: ['lastName', 'pin'] })
    expect(AccountToFind.parse({ accountId, lastBillAmount: '$80.53' })).toMatchObject({
      lastBillAmount: '8053',
      postal: '',
    })
    const proven = AccountToProve.safeParse({ accountId, lastName: 'Cruz', pin: ' ' })
    expect(proven.error?.issues).toMatchObject([{ path: ['pin'], message: proofFields.pin.error }])
  })
})
