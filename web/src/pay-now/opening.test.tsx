import { readCheckout } from '@portal/contract/checkout'
import { CheckoutPublicId } from '@portal/contract/ids'
import { payNowMaintenanceMessage } from '@portal/contract/page-words'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepTypedAccount } from '#payment/accounts-to-pay/typed-account.ts'
import { openPortal } from '#testing/app.tsx'
import { testCheckout, unpaidCheckout } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'

const closed = { login: false, payNow: true }

test('while Pay Now is off, a visitor is led home (R16)', async () => {
  openPortal('/paynow', { maintenance: closed })
  await screen.findByText(payNowMaintenanceMessage)
  expect(screen.getByRole('link', { name: 'Return to the home page' }).getAttribute('href')).toBe('/')
})

test('a customer who is logged in pays on the dashboard, also while Pay Now is off (R34)', async () => {
  keepTypedAccount({ accountId: '0123456789', postal: '96913' })
  sessionStorage.clear()
  openPortal('/paynow', { maintenance: closed, signedIn: { customer: true, admin: false } })
  await waitFor(() => expect(location.pathname + location.search).toBe('/dashboard?account=0123456789'))
  expect(sessionStorage.getItem('paynow')).toBeNull()
  keepTypedAccount(null)
})

test('given a reload at the last step, then the first has what was typed', async () => {
  openPortal('/paynow?step=3', {}, { typedAccount: { accountId: '0123456789', postal: '96913' } })
  expect(await screen.findByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
  expect(screen.getByLabelText(/^Billing zip code/)).toHaveProperty('value', '96913')
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

test('a guest who left a payment that is being confirmed is led back to it, and told not to pay again', async () => {
  const server = testServer()
  const id = '7d1c8a52-4f5e-4f1e-9a53-0d8f0e8a6c11'
  const waiting = unpaidCheckout('beingConfirmed')
  server.replies(readCheckout, { ...waiting, publicId: CheckoutPublicId.parse(id) })
  openPortal(`/payment-result?id=${id}&by=guest`)
  await screen.findByRole('heading', { level: 1, name: paymentTexts.beingConfirmed })
  cleanup()
  openPortal('/paynow')
  const link = await screen.findByRole('link', { name: 'See its result' })
  expect(link.getAttribute('href')).toBe(`/payment-result?id=${id}&by=guest`)
  cleanup()
  server.forget(readCheckout)
  server.replies(readCheckout, { ...testCheckout(), publicId: CheckoutPublicId.parse(id) })
  openPortal(`/payment-result?id=${id}&by=guest`)
  await screen.findByRole('heading', { level: 1, name: paymentTexts.approved })
  cleanup()
  openPortal('/paynow')
  await screen.findByText(payNowTexts.matchNote)
  expect(screen.queryByRole('link', { name: 'See its result' })).toBeNull()
})
