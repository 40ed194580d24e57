import { sessionHeader } from '@portal/contract/call'
import { cardMessages } from '@portal/contract/card'
import { CheckoutRequest, findCheckout, readCheckout, startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { getHumanCheck } from '@portal/contract/human-check'
import { cents } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now'
import { paymentTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testAccount, testCheckout, testCheckoutId, unpaidCheckout } from '#testing/data.ts'
import { fill, fillCard } from '#testing/fill.ts'
import { atPayment, button, hasFocus, heading, knows, pay, wizardServer } from './testing/wizard.ts'

// The arithmetic runs in workers, which jsdom lacks; the journeys run it in a real browser.

let server: ReturnType<typeof wizardServer>

beforeEach(() => {
  sessionStorage.clear()
  server = wizardServer()
})
afterEach(() => vi.unstubAllGlobals())

describe('a page that the browser brings back as it was', () => {
  test.each(['pagehide', 'pageshow'])(
    'has no card number, expiration date or CVV (%s); all else is kept',
    async (name) => {
      const user = await atPayment(server)
      await fillCard(user)
      await fill(user, screen.getByLabelText(/^Card zip code/), '96913')
      const shown = () => [...document.querySelectorAll('input')].map(({ id, value }) => [id, value])
      const before = shown()
      expect(before).toContainEqual(['card-expiry', '09/29'])
      window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
      const secrets = ['card-number', 'card-expiry', 'card-cvv']
      expect(shown()).toEqual(before.map(([id = '', value]) => [id, secrets.includes(id) ? '' : value]))
    },
  )

  test('is no page that has just loaded: what a browser has filled in stays', async () => {
    const user = await atPayment(server)
    await fillCard(user)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(screen.getByRole('textbox', { name: 'CVV' })).toHaveProperty('value', '123')
  })
})

describe('paying', () => {
  test('a payment takes four calls; while it runs it cannot be left, and it ends on the result page', async () => {
    knows(server)
    const letGo = server.holds(startCheckout, testCheckout())
    const user = openPortal('/paynow')
    await pay(user)
    await screen.findByText(paymentTexts.processing)
    await button(payNowTexts.wait)
    expect(screen.queryByRole('button', { name: 'OK' })).toBeNull()
    await user.click(await button('Cancel'))
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    letGo()
    await heading(paymentTexts.approved)
    expect(location.search).toBe(`?id=${testCheckoutId}&by=guest`)
    expect(screen.queryByText(paymentTexts.processing)).toBeNull()
    expect(server.asked.map(({ call }) => call)).toEqual([
      'GET /api/v1/human-check',
      'POST /api/v1/validate-account',
      'GET /api/v1/human-check',
      'POST /api/v1/checkout',
    ])
    // A customer or an administrator may be signed in too, but this visit is the guest's.
    for (const { call, headers } of server.asked) {
      if (!call.endsWith('validate-account')) expect(headers.get(sessionHeader)).toBe('guest')
    }
  })

  test('sends the card once, the verification bound to the same key, and keeps no card in the storage', async () => {
    knows(server)
    server.replies(startCheckout, testCheckout())
    const user = openPortal('/paynow')
    await pay(user)
    await heading(paymentTexts.approved)
    const [payment] = server.askedFor(startCheckout)
    const [, check] = server.askedFor(getHumanCheck)
    expect(payment?.headers.get('idempotency-key')).toBe(check?.address.searchParams.get('key'))
    expect(payment?.body).toEqual({
      accounts: [{ accountId: '0123456789', amount: 8053, amountDue: 8053 }],
      card: {
        cardHolderName: 'María Cruz',
        cardNumber: '4111111111111111',
        validExpDate: '0929',
        cvv: '123',
        billingZipCode: '96913',
      },
      humanCheck: 'solved',
    })
    expect(JSON.stringify(sessionStorage)).not.toContain('4111111111111111')
  })

  test('an amount far above what is due is asked about once (R32)', async () => {
    server.replies(startCheckout, testCheckout())
    const user = await atPayment(server)
    await user.clear(screen.getByLabelText(/^Amount/))
    await user.type(screen.getByLabelText(/^Amount/), '100000')
    await fillCard(user)
    await user.click(await button(payNowTexts.pay))
    await screen.findByText('You entered $1,000.00. The amount due is $80.53.')
    expect(server.askedFor(startCheckout)).toEqual([])
    await user.click(await button('Pay $1,000.00'))
    await heading(paymentTexts.approved)
    expect(server.askedFor(startCheckout)).toMatchObject([{ body: { accounts: [{ amount: 100_000 }] } }])
  })

  test('given it was declined, then Try again leads to the form as it was, less card number and code', async () => {
    knows(server)
    server.replies(startCheckout, unpaidCheckout('declined'))
    server.replies(startCheckout, testCheckout())
    const user = openPortal('/paynow')
    await pay(user)
    await heading(paymentTexts.notProcessed)
    await user.click(await screen.findByRole('link', { name: 'Try again' }))
    await heading('Enter payment')
    expect(screen.getByLabelText(/^Card holder name/)).toHaveProperty('value', 'María Cruz')
    expect(screen.getByLabelText(/^Expiration date/)).toHaveProperty('value', '09/29')
    expect(screen.getByLabelText(/^Card number/)).toHaveProperty('value', '')
    expect(screen.getByRole('textbox', { name: 'CVV' })).toHaveProperty('value', '')
    screen.getByText('m***a@example.com')
    await fill(user, screen.getByLabelText(/^Card number/), '4111111111111111')
    await fill(user, screen.getByRole('textbox', { name: 'CVV' }), '123')
    await user.click(await button(payNowTexts.pay))
    await heading(paymentTexts.approved)
    const keys = server.askedFor(startCheckout).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  test('given it was declined, then Go Back leads to the account that was typed, for one more try', async () => {
    knows(server)
    server.replies(startCheckout, unpaidCheckout('declined'))
    const user = openPortal('/paynow')
    await pay(user)
    await heading(paymentTexts.notProcessed)
    await user.click(await screen.findByRole('link', { name: paymentTexts.goBack }))
    await heading('Find your account')
    expect(screen.getByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
    expect(screen.getByLabelText(/^Billing zip code/)).toHaveProperty('value', '96913')
  })

  test('given it was approved, then Go Back leads to an empty form', async () => {
    knows(server)
    server.replies(startCheckout, testCheckout())
    const user = openPortal('/paynow')
    await pay(user)
    await heading(paymentTexts.approved)
    await user.click(await screen.findByRole('link', { name: paymentTexts.goBack }))
    await heading('Find your account')
    expect(screen.getByLabelText(/^Account number/)).toHaveProperty('value', '')
  })

  test.each([1, 3])('given %i lost answers, then the same payment is sent again under the same key', async (lost) => {
    knows(server)
    for (let n = 1; n <= lost; n += 1) server.isUnreachableFor(startCheckout)
    server.replies(startCheckout, testCheckout())
    const user = openPortal('/paynow')
    await pay(user)
    // The page itself tries three times.
    if (lost === 3) await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 8000 }))
    await screen.findByRole('heading', { level: 1, name: paymentTexts.approved }, { timeout: 5000 })
    const sent = server.askedFor(startCheckout).map(({ headers, body }) => [headers.get('idempotency-key'), body])
    expect(sent).toEqual(Array.from({ length: lost + 1 }, () => sent[0]))
  })

  test('given a refusal, then it stands in place, everything but the security code is still there, and the label is Continue (C§4)', async () => {
    knows(server)
    const problem = { ...checkoutProblems['account-being-paid'], checkout: testCheckoutId }
    server.refuses(startCheckout, 'account-being-paid', problem)
    const user = openPortal('/paynow')
    await pay(user)
    await screen.findByText(checkoutProblems['account-being-paid'].title)
    expect(screen.getByRole('link', { name: 'View that payment' }).getAttribute('href')).toContain(testCheckoutId)
    expect(document.title).toMatch(/^Error: /)
    expect(screen.getByLabelText(/^Card number/)).toHaveProperty('value', '4111 1111 1111 1111')
    expect(screen.getByRole('textbox', { name: 'CVV' })).toHaveProperty('value', '')
    await user.click(await button(payNowTexts.continue))
    await hasFocus(await button(payNowTexts.pay))
    expect(screen.queryByText(checkoutProblems['account-being-paid'].title)).toBeNull()
    expect(sessionStorage.getItem('paymentInFlight')).toBeNull()
  })

  describe('given something else is owed by now than was shown', () => {
    const balances = [{ accountId: testAccount().accID, amountDue: cents(0) }]
    beforeEach(() => {
      knows(server)
      server.refuses(startCheckout, 'balance-changed', { ...checkoutProblems['balance-changed'], balances })
      server.replies(startCheckout, testCheckout())
    })
    const amountsAsked = () => server.askedFor(startCheckout).map(({ body }) => CheckoutRequest.parse(body).accounts)

    test('then the new figure is told, and paying all the same takes one press', async () => {
      const user = openPortal('/paynow')
      await pay(user)
      await screen.findByText('Account 0123456789: the balance was $80.53 and is now $0.00.')
      expect(screen.getByText('Amount due').nextElementSibling?.textContent).toBe('$0.00')
      await user.click(await button('Pay $80.53 anyway'))
      await heading(paymentTexts.approved)
      expect(amountsAsked()).toMatchObject([[{ amount: 8053, amountDue: 8053 }], [{ amount: 8053, amountDue: 0 }]])
      const [first, second] = server.askedFor(startCheckout).map(({ headers }) => headers.get('idempotency-key'))
      expect(second).toBe(first)
    })

    test('then the amount can be changed instead, and nothing typed is lost', async () => {
      const user = openPortal('/paynow')
      await pay(user)
      await user.click(await button(payNowTexts.continue))
      const amount = screen.getByLabelText(/^Amount to pay/)
      await user.clear(amount)
      await user.type(amount, '2000')
      await user.click(await button(payNowTexts.pay))
      await heading(paymentTexts.approved)
      expect(amountsAsked()[1]).toMatchObject([{ amount: 2000, amountDue: 0 }])
    })
  })

  test('given an expired verification, then it is told, and renewed in the background', async () => {
    knows(server)
    server.refuses(startCheckout, 'human-check-failed', checkoutProblems['human-check-failed'])
    const user = openPortal('/paynow')
    await pay(user)
    await screen.findByText(checkoutProblems['human-check-failed'].title)
    expect(await button(payNowTexts.pay)).toBeTruthy()
    expect(server.askedFor(getHumanCheck)).toHaveLength(3)
  })

  test('given fields the server does not accept, then its words stand at the fields', async () => {
    knows(server)
    const errors = [{ field: 'card.billingZipCode', message: cardMessages.zip }]
    server.refuses(startCheckout, 'invalid', { ...commonProblems.invalid, errors })
    const user = openPortal('/paynow')
    await pay(user)
    expect(await screen.findByRole('link', { name: cardMessages.zip })).toBeTruthy()
  })

  test('given the billing records cannot be reached, then the popup says that the payment did not go through (C§8)', async () => {
    knows(server)
    server.refuses(startCheckout, 'partner-down', commonProblems['partner-down'])
    const user = openPortal('/paynow')
    await pay(user)
    await screen.findByText(paymentTexts.failed)
    await screen.findByRole('heading', { name: 'Error' })
    await user.click(await button('OK'))
    expect(screen.queryByText(paymentTexts.failed)).toBeNull()
    await user.click(await button(payNowTexts.continue))
    expect(await button(payNowTexts.pay)).toBeTruthy()
    await waitFor(() => expect(server.askedFor(getHumanCheck)).toHaveLength(3))
  })

  test('given the page was reloaded while paying, then the truth is asked for before another form is shown', async () => {
    const key = '0a9a5f0e-9d2f-4a58-8b77-6c5b86a7d1aa'
    sessionStorage.setItem('paymentInFlight', `guest ${key}`)
    server.replies(findCheckout, testCheckout())
    server.replies(readCheckout, testCheckout())
    openPortal('/paynow')
    await heading(paymentTexts.approved)
    expect(server.askedFor(findCheckout)[0]?.address.searchParams.get('key')).toBe(key)
    expect(server.askedFor(findCheckout)[0]?.headers.get(sessionHeader)).toBe('guest')
    expect(sessionStorage.getItem('paymentInFlight')).toBeNull()
  })
})
