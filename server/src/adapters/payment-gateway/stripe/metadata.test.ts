import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { countTag, mostAccountsPerPayment } from '@portal/contract/payments'
import { newShortNumber } from '@portal/contract/short-number'
import { describe, expect, test } from 'vitest'
import { accountsIn, feeIn, metadataOf } from './metadata.ts'

const longestAmount = cents(9_999_999)

function made(count: number) {
  const accounts = Array.from({ length: count }, (_, nth) => ({
    accountId: AccountNumber.parse(String(nth).padStart(10, '0')),
    amount: longestAmount,
  }))
  const metadata = metadataOf({
    reference: 'S0123456789ABCDEF',
    amount: longestAmount,
    fee: longestAmount,
    brand: 'Visa',
    named: async () => true,
    mode: 'Phoned-In',
    customerReference: String(Number.MAX_SAFE_INTEGER),
    countTag: countTag(count),
    accounts,
    shortNumber: newShortNumber((bytes) => new Uint8Array(bytes)),
    clientAddress: null,
  })
  return { accounts, metadata }
}

describe.each([1, 2, 23, 24, 25, 26, mostAccountsPerPayment])('the metadata of a charge for %d accounts', (count) => {
  const { accounts, metadata } = made(count)

  test('name each account with its amount, in their order', () => {
    expect(accountsIn(metadata)).toEqual(accounts)
  })

  test('name the service fee in the charge', () => {
    expect(feeIn(metadata)).toBe(longestAmount)
  })

  test('keep to the limits of Stripe: 50 keys of 40 characters, values of 500', () => {
    const entries = Object.entries(metadata)
    expect(entries.length).toBeLessThanOrEqual(50)
    expect(Math.max(...entries.map(([name]) => name.length))).toBeLessThanOrEqual(40)
    expect(Math.max(...entries.map(([, value]) => value.length))).toBeLessThanOrEqual(500)
  })
})

test('a charge of one account can be read by people', () => {
  expect(made(1).metadata).toMatchObject({ count: 'SINGLE', accounts: '0000000000=99999.99', receipt: 'A000-000D' })
})

test.each([
  ['of no charge of ours', {}],
  ['from before there were any', { reference: 'S0123456789ABCDEF' }],
  ['changed by hand', { accounts: '0123456789=80.53 and more' }],
])('metadata %s name no accounts', (_, metadata) => {
  expect(accountsIn(metadata)).toBeNull()
})
