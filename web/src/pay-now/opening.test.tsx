import { payNowMaintenanceMessage } from '@portal/contract/page-words'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPortal } from '#testing/app.tsx'

const closed = { login: false, payNow: true }

test.each([
  ['a visitor is led home', false, 'Return to the home page', '/'],
  [
    'a customer, who can still pay there, is led to the account summary',
    true,
    'Pay from your account summary',
    '/dashboard',
  ],
])('while Pay Now is off, %s (R16)', async (_, customer, name, address) => {
  openPortal('/paynow', { maintenance: closed, signedIn: { customer, admin: false } })
  await screen.findByText(payNowMaintenanceMessage)
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address)
})

test('the storage is cleared, whoever has put something there, and has the marker then (C§2.1)', async () => {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of ['personId', 'isAdminLogin', 'paymentResult', 'of-another-page']) storage.setItem(key, 'old')
  }
  openPortal('/paynow')
  await screen.findByText(payNowTexts.matchNote)
  expect(Object.keys(localStorage).filter((key) => key !== 'lastActivity')).toEqual([])
  expect(Object.entries(sessionStorage)).toEqual([['paynow', 'true']])
})
