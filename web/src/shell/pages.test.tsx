import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPortal } from '#testing/test-app.tsx'

test('the home page leads to Pay Now and shows the accepted cards (C§2.2)', async () => {
  openPortal('/')
  const main = within(await screen.findByRole('main'))
  expect((await main.findByRole('link', { name: 'Pay Now' })).getAttribute('href')).toBe('/paynow')
  expect(main.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Visa',
    'Mastercard',
    'Discover',
  ])
  expect(document.title).toBe('Pay your water bill – Island Water')
})

test('given Pay Now switched off, then the home page says so in place of the button', async () => {
  openPortal('/', { maintenance: { login: false, payNow: true } })
  const main = within(await screen.findByRole('main'))
  await main.findByText(/temporary maintenance/)
  expect(main.queryByRole('link', { name: 'Pay Now' })).toBeNull()
})

test('the sample bill opens and closes', async () => {
  const user = openPortal('/')
  await user.click(await screen.findByRole('button', { name: 'Where can I find my account number?' }))
  expect(screen.getByRole('dialog').getAttribute('aria-labelledby')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('any other address is Page Not Found, with a way back and people to ask (C§2.1)', async () => {
  const user = openPortal('/no-such-page')
  await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })
  await user.click(screen.getByRole('link', { name: 'Return to the home page' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Pay your water bill' })).toBe(document.activeElement)
})

test('the footer has the rights line of the year and links only to pages there are', async () => {
  openPortal('/')
  const footer = within(await screen.findByRole('contentinfo'))
  footer.getByText('All Rights Reserved © 2026 Island Water')
  expect(footer.queryByText('Form of a page we do not have')).toBeNull()
})
