import { sessionHeader } from '@portal/contract/call'
import { continueCheckout, findCheckout, readCheckout } from '@portal/contract/checkout'
import { paymentTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { act, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testCheckout, testCheckoutId, unpaidCheckout } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
import { keepResult, takeResult } from '../sending/payment-memory.ts'

let server: ReturnType<typeof testServer>

beforeEach(() => {
  sessionStorage.clear()
  server = testServer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const address = `/payment-result?id=${testCheckoutId}`
const key = '0a9a5f0e-9d2f-4a58-8b77-6c5b86a7d1aa'
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('an approved payment shows its receipt and the accounts paid (C§2.8)', async () => {
  keepResult(testCheckout())
  openPortal(address)
  await heading(paymentTexts.approved)
  await screen.findByText('$80.53 USD')
  const table = within(screen.getByRole('table', { name: 'Accounts paid' }))
  const cells = [...table.getAllByRole('rowheader'), ...table.getAllByRole('cell')].map((cell) => cell.textContent)
  expect(cells).toEqual(['0123456789', '123 Marine Corps Dr', 'W-81234567', '$80.53'])
  for (const number of ['Receipt', 'Reference', 'Authorization']) {
    screen.getByRole('button', { name: `Copy ${number} number` })
  }
})

test('a payment that is declined shows its accounts, and nothing of a receipt among them (C§2.8)', async () => {
  keepResult(unpaidCheckout('declined'))
  openPortal(address)
  const table = within(await screen.findByRole('table', { name: 'Accounts' }))
  const heads = table.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual(['Account', 'Service location', 'Amount'])
  const cells = [...table.getAllByRole('rowheader'), ...table.getAllByRole('cell')].map((cell) => cell.textContent)
  expect(cells).toEqual(['0123456789', '123 Marine Corps Dr', '$80.53'])
})

test('the stored result is removed after reading, without a call; refreshed, the page asks the server (R18)', async () => {
  keepResult(testCheckout())
  openPortal(address)
  await heading(paymentTexts.approved)
  expect(sessionStorage.getItem('paymentResult')).toBeNull()
  expect(server.asked).toEqual([])

  document.body.replaceChildren()
  server.replies(readCheckout, testCheckout())
  openPortal(address)
  await heading(paymentTexts.approved)
  expect(server.askedFor(readCheckout)).toHaveLength(1)
})

test.each([
  ['declined', paymentTexts.notProcessed, 'Insufficient funds'],
  ['serverFailed', paymentTexts.notProcessed, paymentTexts.contactUs],
  ['beingConfirmed', paymentTexts.beingConfirmed, paymentTexts.doNotPayAgain],
  ['reversed', 'We’re refunding your payment.', 'Insufficient funds'],
  ['refunded', 'Your payment was refunded.', 'Insufficient funds'],
] as const)('a payment that is %s says so, with its reference and no receipt', async (outcome, title, sentence) => {
  keepResult(unpaidCheckout(outcome, 'Insufficient funds'))
  openPortal(address)
  await heading(title)
  await screen.findByText(sentence)
  await screen.findByText('GWA7F3K2M9Q4')
  await screen.findByRole('button', { name: paymentTexts.saveAsPdf })
  expect(screen.queryByText('Receipt number')).toBeNull()
})

test('a payment that is being confirmed is asked for with growing pauses until its outcome is known', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  keepResult(unpaidCheckout('beingConfirmed'))
  server.replies(readCheckout, unpaidCheckout('beingConfirmed'))
  server.replies(readCheckout, testCheckout())
  openPortal(address)
  await heading(paymentTexts.beingConfirmed)
  await act(async () => await vi.advanceTimersByTimeAsync(60_000))
  await heading(paymentTexts.approved)
  await act(async () => await vi.advanceTimersByTimeAsync(300_000))
  expect(server.askedFor(readCheckout)).toHaveLength(2)
})

test.each([
  ['/paynow for a payment of a guest', `${address}&by=guest`, null, '/paynow'],
  ['/paynow for a Pay Now visit', address, 'true', '/paynow'],
  ['the dashboard for a payment of a customer', `${address}&by=customer`, 'true', '/dashboard'],
  ['the dashboard otherwise', address, null, '/dashboard'],
])('Go Back leads to %s (C§2.8)', async (_where, opened, marker, target) => {
  if (marker) sessionStorage.setItem('paynow', marker)
  keepResult(testCheckout())
  openPortal(opened)
  const link = await screen.findByRole('link', { name: paymentTexts.goBack })
  expect(link.getAttribute('href')).toBe(target)
})

test.each([
  ['the console when only an administrator is signed in', false, '/admin-dashboard?view=phoned-in'],
  ['the dashboard when a customer is signed in too', true, '/dashboard'],
])('given an address that does not tell who paid, then Go Back leads to %s (A§4)', async (_where, customer, target) => {
  keepResult(testCheckout())
  openPortal(address, { signedIn: { customer, admin: true } })
  const link = await screen.findByRole('link', { name: paymentTexts.goBack })
  expect(link.getAttribute('href')).toBe(target)
})

test.each([
  ['approved', [paymentTexts.saveAsPdf, 'Print', paymentTexts.goBack]],
  ['beingConfirmed', [paymentTexts.saveAsPdf, 'Print', paymentTexts.goBack]],
  ['declined', ['Try again', paymentTexts.goBack, paymentTexts.saveAsPdf, 'Print']],
  ['serverFailed', ['Try again', paymentTexts.goBack, paymentTexts.saveAsPdf, 'Print']],
] as const)(
  'given a payment that is %s, then what most people do next is the first thing to press',
  async (outcome, names) => {
    keepResult(outcome === 'approved' ? testCheckout() : unpaidCheckout(outcome))
    openPortal(address)
    const first = await screen.findByText(names[0], { selector: 'a > span, button > span' })
    const actions = [...(first.closest('div')?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    expect(actions.map((action) => action.textContent)).toEqual(names)
    expect(actions.map((action) => action.dataset['look'])).toEqual([
      names[0] === 'Try again' ? 'pay' : 'primary',
      ...names.slice(1).map(() => 'secondary'),
    ])
  },
)

test('a clerk, whose next caller waits, finds Next payment first, before the receipt and Go Back', async () => {
  keepResult(testCheckout())
  openPortal(`${address}&by=admin`, { signedIn: { customer: false, admin: true } })
  await heading(paymentTexts.approved)
  const next = screen.getByRole('link', { name: 'Next payment' })
  expect(next.getAttribute('href')).toBe('/admin-dashboard?view=phoned-in')
  expect(next.dataset['look']).toBe('primary')
  const receipt = screen.getByRole('heading', { name: 'Receipt' })
  expect(next.compareDocumentPosition(receipt)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(document.querySelector('article a, article button')).toBe(next)
  expect(screen.getByRole('link', { name: paymentTexts.goBack }).dataset['look']).toBe('secondary')
})

test.each(['declined', 'serverFailed'] as const)(
  'given a payment that is %s, then the way to try again is not to be looked for below its details',
  async (outcome) => {
    keepResult(unpaidCheckout(outcome))
    openPortal(address)
    const back = await screen.findByRole('link', { name: paymentTexts.goBack })
    const details = screen.getByRole('heading', { name: 'Payment details' })
    expect(back.compareDocumentPosition(details)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  },
)

test.each([
  ['declined', /^The caller’s card was not charged\./],
  ['serverFailed', /^The caller’s card was not charged\./],
  ['beingConfirmed', /ask the caller not to pay again/],
] as const)(
  'given a payment by phone that is %s, then the clerk reads what to tell the caller',
  async (outcome, words) => {
    server.replies(readCheckout, unpaidCheckout(outcome))
    openPortal(`${address}&by=admin`, { signedIn: { customer: false, admin: true } })
    await screen.findByText(words)
    // The clerk is whom these would lead to.
    expect(screen.queryByRole('heading', { name: 'Questions about this payment?' })).toBeNull()
    expect(screen.queryByText(/Your card was not charged|Do not pay again|Before you pay again/)).toBeNull()
  },
)

test('given a payment by phone of an ended session, then the clerk is led to Reports before taking it again', async () => {
  server.refuses(readCheckout, 'not-found', commonProblems['not-found'])
  openPortal(`${address}&by=admin`, { signedIn: { customer: false, admin: true } })
  await screen.findByText(/search for it in Reports/)
  expect(screen.queryByText(/call us/)).toBeNull()
})

test('given a missing result and no address of one, then home is next when nobody is signed in (C§4)', async () => {
  openPortal('/payment-result')
  await waitFor(() => expect(location.pathname).toBe('/'))
})

test('given a missing result, then a customer who has signed in is on the dashboard next (C§4)', async () => {
  openPortal('/payment-result', { signedIn: { customer: true, admin: false } })
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test.each(['{"data":', '{"data":{"Transaction_Approved":"perhaps"}}', '{}', 'null', ''])(
  'given a result that makes no sense, %j, then home is next (C§4)',
  async (stored) => {
    sessionStorage.setItem('paymentResult', stored)
    openPortal('/payment-result')
    await waitFor(() => expect(location.pathname).toBe('/'))
    // The home page asks for its own things.
    expect(server.asked.filter((asked) => asked.address.pathname.includes('checkout'))).toEqual([])
  },
)

test('a result is stored under the names of C§3, without more of the card than its last four digits', () => {
  keepResult(testCheckout())
  expect(JSON.parse(sessionStorage.getItem('paymentResult') ?? '')).toMatchObject({
    data: {
      Transaction_Approved: 'true',
      CardType: 'Visa',
      DollarAmount: '80.53',
      Currency: 'USD',
      CardHoldersName: 'María Cruz',
      Card_Number: '############1111',
      Reference_No: 'GWA7F3K2M9Q4',
      Authorization_Num: 'ET131078',
      Transaction_Tag: '81234567',
    },
  })
  expect(takeResult()).toEqual(testCheckout())
})

test.each([
  ['declined', 'false'],
  ['serverFailed', 'serverFailed'],
  ['beingConfirmed', 'beingConfirmed'],
  ['reversed', 'reversed'],
  ['refunded', 'refunded'],
] as const)('a payment that is %s is stored as %j (C§3, R19)', (outcome, flag) => {
  keepResult(unpaidCheckout(outcome))
  expect(JSON.parse(sessionStorage.getItem('paymentResult') ?? '')).toMatchObject({
    data: { Transaction_Approved: flag, Authorization_Num: null },
  })
  expect(takeResult()).toEqual(unpaidCheckout(outcome))
})

describe('given a bank that asks the payer for a confirmation', () => {
  const origin = 'https://js.stripe.com'
  const cardFrame = { gateway: 'stripe', start: { publishableKey: 'pk_test_1', origin }, isAllowed: true }
  const asked = { checkout: unpaidCheckout('beingConfirmed'), confirmation: 'pi_1_secret_2' }
  const takeAnother = async (by: string) => {
    const user = openPortal(`${address}&by=${by}`, {
      cardFrame,
      signedIn: { customer: by === 'customer', admin: false },
    })
    await heading('Confirm with your bank')
    await user.click(screen.getByRole('button', { name: 'Use a different card' }))
  }

  test.each([
    ['guest', '/paynow'],
    ['customer', '/dashboard'],
  ])(
    'when a %s takes another card, then this payment is given up first, and then the form opens',
    async (by, opened) => {
      server.replies(continueCheckout, asked)
      const cancel = server.holds(continueCheckout, { checkout: unpaidCheckout('serverFailed'), confirmation: null })
      await takeAnother(by)
      expect(location.pathname).toBe('/payment-result')
      cancel()
      await waitFor(() => expect(location.pathname).toBe(opened))
      expect(server.askedFor(continueCheckout).map(({ body }) => body)).toEqual([{}, { isGivenUp: true }])
    },
  )

  test('when it was paid meanwhile, then the receipt is shown and no form', async () => {
    server.replies(continueCheckout, asked)
    server.replies(continueCheckout, { checkout: testCheckout(), confirmation: null })
    await takeAnother('guest')
    expect(await heading(paymentTexts.approved)).toBeDefined()
  })
})

test.each(['guest', 'customer', 'admin'] as const)(
  'a payment of the %s session is read in that session, whatever others the browser holds',
  async (by) => {
    server.replies(readCheckout, testCheckout())
    openPortal(`${address}&by=${by}`)
    await heading(paymentTexts.approved)
    expect(server.askedFor(readCheckout)[0]?.headers.get(sessionHeader)).toBe(by)
  },
)

test('given a payment of another visit, then the page says so and leads to people', async () => {
  server.refuses(readCheckout, 'not-found', commonProblems['not-found'])
  openPortal(address)
  expect(await heading('We can’t show this payment')).toBeTruthy()
})

test('given the server cannot be reached, then nothing is claimed about the payment, and it can be tried again', async () => {
  server.isUnreachableFor(readCheckout)
  server.replies(readCheckout, testCheckout())
  const user = openPortal(address)
  await heading('We can’t find your payment right now')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await heading(paymentTexts.approved)).toBeTruthy()
})

test('given a payment whose answer never came and that the server never saw, then it says that nothing was charged', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sessionStorage.setItem('paymentInFlight', `customer ${key}`)
  server.refuses(findCheckout, 'not-found', commonProblems['not-found'])
  openPortal(`/payment-result?key=${key}`)
  await act(async () => await vi.advanceTimersByTimeAsync(10_000))
  await heading(paymentTexts.notProcessed)
  await screen.findByText(/Your card was not charged/)
  screen.getByText(paymentTexts.contactUs)
  screen.getByRole('button', { name: paymentTexts.saveAsPdf })
  expect(server.askedFor(findCheckout)).toHaveLength(4)
  expect(sessionStorage.getItem('paymentInFlight')).toBeNull()
})
