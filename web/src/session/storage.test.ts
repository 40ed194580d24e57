import { AccountNumber } from '@portal/contract/ids'
import type { PremiseOfPerson } from '@portal/contract/sign-in'
import { beforeEach, describe, expect, test } from 'vitest'
import { noteActivity } from './idle/activity.ts'
import {
  clearStorage,
  forgetForcedLogout,
  keepAccountHints,
  markForcedLogout,
  placeAfterSignIn,
  readHint,
  renewHints,
  takeHint,
  wasForcedOut,
  writeHint,
} from './storage.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('after signing in the browser goes (C§2.1)', () => {
  test.each([
    ['to the stored bill', '/view-bill?id=1&user=2&bill-id=3', '/view-bill?id=1&user=2&bill-id=3'],
    ['to the stored bill with its whole address', `${location.origin}/view-bill?id=1`, '/view-bill?id=1'],
    ['to the payment that an email asks for', '/dashboard?account=1&amount=5000', '/dashboard?account=1&amount=5000'],
    ['to the dashboard without one', null, '/dashboard'],
    ['to the dashboard when it is another page', '/paynow', '/dashboard'],
    ['to the dashboard when it is another site', 'https://evil.example/view-bill', '/dashboard'],
    ['to the dashboard when it only looks like ours', '//evil.example/view-bill', '/dashboard'],
    ['to the dashboard when it runs something', 'javascript:alert(1)', '/dashboard'],
    ['to the dashboard when it is no address', 'https://[', '/dashboard'],
    ['to the dashboard when it climbs out', '/view-bill/../paynow', '/dashboard'],
  ])('%s', (_, stored, place) => expect(placeAfterSignIn(stored)).toBe(place))
})

test('a marker counts once', () => {
  writeHint('openSampleBill', 'true')
  expect([takeHint('openSampleBill'), takeHint('openSampleBill')]).toEqual(['true', null])
})

describe('a forced logout', () => {
  const otherTabForgets = (): void => localStorage.removeItem('forcedLogout')

  test('is told once, in the tab that left, even if another one has told it already', () => {
    markForcedLogout()
    expect(localStorage.getItem('forcedLogout')).toBe('true')
    otherTabForgets()
    expect(wasForcedOut()).toBe(true)
    forgetForcedLogout()
    expect(wasForcedOut()).toBe(false)
  })

  test('is told in a new tab, too, until somebody has read it', () => {
    markForcedLogout()
    sessionStorage.clear()
    expect(wasForcedOut()).toBe(true)
    otherTabForgets()
    expect(wasForcedOut()).toBe(false)
  })
})

test('clearing the storage takes everything, whoever has stored it, but a payment under way and what the tab is to keep', () => {
  writeHint('username', 'maria')
  noteActivity()
  localStorage.setItem('of-somebody-else', 'gone')
  for (const key of ['paynow', 'paymentInFlight', 'phonedIn', 'of-somebody-else']) sessionStorage.setItem(key, 'stored')
  clearStorage(['phonedIn'])
  expect(Object.keys(localStorage)).toEqual([])
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['paymentInFlight', 'phonedIn'])
})

describe('the accounts of a customer (C§3)', () => {
  const premise = (accountId: string): PremiseOfPerson => ({
    accountId: AccountNumber.parse(accountId),
    premiseInfo: '7 Water Lane Tamuning',
    customerClass: 'RESID',
    isActive: true,
  })
  const stored = () => [readHint('accountId'), readHint('accountIds')]

  test('a single one is stored with the same values as each of several', () => {
    const [first, second] = [premise('4821007391'), premise('4821007392')]
    keepAccountHints([first, second])
    expect(stored()).toEqual([null, JSON.stringify([first, second])])
    keepAccountHints([first])
    expect(stored()).toEqual([JSON.stringify(first), null])
  })
})

describe('on the dashboard (C§3, C§4)', () => {
  test('the address of the portal and the version of the app are left in the storage', () => {
    renewHints()
    expect([readHint('baseUrl'), readHint('app_version')]).toEqual([location.origin, '1.0.001'])
  })

  test.each([
    ['of another version are cleared', '0.9', null],
    ['of this version stay', '1.0.001', 'maria'],
  ])('hints %s', (_, version, username) => {
    writeHint('app_version', version)
    writeHint('username', 'maria')
    renewHints()
    expect(readHint('username')).toBe(username)
  })
})
