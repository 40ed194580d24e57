import { readAdminSession } from '@portal/contract/admin-sign-in'
import { adminIdleTimes } from '@portal/contract/console-texts'
import { idleTimes, signInTexts } from '@portal/contract/sign-in-texts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testCheckoutId } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
// Loaded in advance, so that only the test's clock decides.
import '#session/console-session.tsx'
import '#session/customer-session.tsx'
import '#session/idle/idle-prompt.tsx'

beforeEach(() => {
  localStorage.clear()
  testServer().replies(readAdminSession, testAdmin())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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

describe.each(['/', '/sign-up', '/paynow', '/gwaadmin', '/backdoor-login'])('on %s', (address) => {
  const signedIn = { customer: false, admin: address === '/backdoor-login' }

  test.each([
    ['refuses cookies', () => vi.spyOn(document, 'cookie', 'get').mockReturnValue('')],
    [
      'forbids to ask for them',
      () =>
        vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {
          throw new DOMException('Forbidden', 'SecurityError')
        }),
    ],
  ])('a browser that %s is told so before anything is typed', async (_, refuse) => {
    refuse()
    openPortal(address, { signedIn })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.getByText('Your browser is blocking cookies.')).toBeDefined()
    expect(
      screen.getByText(
        'Without them you can’t log in, register or pay. Allow cookies for this site, then reload the page.',
      ),
    ).toBeDefined()
  })

  test('a browser that takes cookies and forbids only storage shows the page as ever', async () => {
    for (const storage of ['localStorage', 'sessionStorage'] as const) {
      vi.spyOn(window, storage, 'get').mockImplementation(() => {
        throw new DOMException('Forbidden', 'SecurityError')
      })
    }
    openPortal(address, { signedIn })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Your browser is blocking cookies.')).toBeNull()
    expect(document.cookie).not.toContain('probe')
  })
})

test('given Pay Now switched off, then the home page says so in place of the button', async () => {
  openPortal('/', { maintenance: { login: false, payNow: true } })
  const main = within(await screen.findByRole('main'))
  await main.findByText(/down for maintenance/)
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
  const title = await screen.findByRole('heading', { level: 1, name: 'Pay your water bill' })
  await waitFor(() => expect(title).toBe(document.activeElement))
})

test.each(['/faq/other', '/other/', '/%E0%A4%A', '/%00', '/%', '/pay/now'])(
  'paths are exact: %s is Page Not Found, as any other address (C§2.1)',
  async (address) => {
    openPortal(address)
    await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })
    screen.getByRole('contentinfo')
    expect(location.pathname).toBe(address)
  },
)

test.each([
  ['/FAQ', '/faq'],
  ['/faq/', '/faq'],
  ['/Faq./?session=true#top', '/faq?session=true#top'],
])('%s, as typed from paper, becomes %s', async (typed, exact) => {
  openPortal(typed)
  await screen.findByRole('heading', { level: 1, name: 'Frequently Asked Questions' })
  expect(location.pathname + location.search + location.hash).toBe(exact)
})

test.each(['/', '/maintenance'])(
  '%s calls one thing customer service: the phone number that has that label',
  async (address) => {
    openPortal(address)
    await screen.findByRole('contentinfo')
    await screen.findByRole('heading', { level: 1 })
    const numbers = screen.getAllByRole('link', { name: '671-555-0100' })
    expect(screen.getAllByText('Customer service')).toHaveLength(numbers.length)
  },
)

test.each([
  ['/', /can’t pay until you’re back online/],
  ['/gwaadmin', /changes have to wait until you’re back online/],
])('given the network goes away, then the banner on %s says what has to wait: %s', async (address, words) => {
  openPortal(address)
  await screen.findByRole('heading', { level: 1 })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('the footer has the rights line of the year and links only to pages there are', async () => {
  openPortal('/')
  const footer = within(await screen.findByRole('contentinfo'))
  footer.getByText('All Rights Reserved © 2026 Island Water')
  expect(footer.queryByText('Form of a page we do not have')).toBeNull()
})

describe('who does nothing is asked whether they are still there', () => {
  // Each test on a day of its own: activity is noted at most once a second.
  let now = Date.now()
  const open = async (address: string, signedIn: { customer: boolean; admin: boolean }) => {
    now += 86_400_000
    // Not React's clock, which would wait for the time of earlier tests.
    vi.useFakeTimers({ now, shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
    openPortal(address, { signedIn })
    await screen.findByRole('heading', { level: 1 })
    // The guard comes after the page, and notes when it began to watch.
    await act(async () => await vi.dynamicImportSettled())
    if (signedIn.customer || signedIn.admin)
      await waitFor(() => expect(localStorage.getItem('lastActivity')).not.toBeNull())
  }
  const isAskedAfter = async (seconds: number) => {
    await act(async () => await vi.advanceTimersByTimeAsync((seconds - 10) * 1000))
    const before = screen.queryByRole('alertdialog')
    await act(async () => await vi.advanceTimersByTimeAsync(15_000))
    return before === null && screen.queryByRole('alertdialog', { name: signInTexts.stillThere }) !== null
  }

  test.each(['/faq', '/paynow', '/sign-up', '/maintenance', '/no-such-page'])(
    'a signed-in customer on %s after five minutes (C§4)',
    async (address) => {
      await open(address, { customer: true, admin: false })
      expect(await isAskedAfter(idleTimes.promptSeconds)).toBe(true)
    },
  )

  test('a visitor on /faq never', async () => {
    await open('/faq', { customer: false, admin: false })
    expect(await isAskedAfter(idleTimes.logoutSeconds - idleTimes.countdownSeconds)).toBe(false)
  })

  test.each([
    ['a payment by phone', `/payment-result?id=${testCheckoutId}&by=admin`],
    ['the login for testing', '/backdoor-login'],
  ])('an administrator on the page of %s after fourteen minutes, to be logged out (A§4)', async (_page, address) => {
    await open(address, { customer: false, admin: true })
    expect(await isAskedAfter(adminIdleTimes.warningSeconds)).toBe(true)
    expect(screen.getByRole('alertdialog').textContent).toContain('log you out')
  })
})
