import { sessionHeader } from '@portal/contract/call'
import { cardMessages } from '@portal/contract/card'
import { CheckoutRequest, checkoutProblems, findCheckout, readCheckout, startCheckout } from '@portal/contract/checkout'
import { getHumanCheck, humanCheckTexts } from '@portal/contract/human-check'
import { payNowMaintenanceMessage } from '@portal/contract/maintenance'
import { cents } from '@portal/contract/money'
import { faqTexts } from '@portal/contract/page-words'
import { type PayableAccount, payNowTexts, validateAccount } from '@portal/contract/pay-now'
import { paymentFormTexts, paymentTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testAccount, testCheckout, testCheckoutId, unpaidCheckout } from '#testing/data.ts'
import { fill, fillCard } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

// The arithmetic runs in workers, which jsdom lacks; the journeys run it in a real browser.
vi.mock('#payment/human-check/solve-challenge.ts', () => ({ solveChallenge: async () => 'solved' }))

let server: ReturnType<typeof testServer>

beforeEach(() => {
  sessionStorage.clear()
  server = testServer()
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: testCheckout().startedAt })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: string) => screen.findByRole('button', { name })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const hasFocus = async (element: HTMLElement) => await waitFor(() => expect(element).toBe(document.activeElement))

function knows(account: PayableAccount = testAccount()): void {
  const details = { Name: 'Ma*** Cr**', Address: '12X MaXXXX', EmailID: 'm***a@example.com' }
  server.replies(validateAccount, { result: { status: 'Success', details, account } })
}

async function sendAccount(user: UserEvent): Promise<void> {
  await fill(user, await screen.findByLabelText(/^Account number/), '01234 56789')
  await fill(user, screen.getByLabelText(/^Billing zip code/), '96913')
  await user.click(await button(payNowTexts.continue))
}

async function reachPayment(user: UserEvent): Promise<void> {
  await sendAccount(user)
  await heading(payNowTexts.isThisYou)
  await user.click(await button(payNowTexts.continue))
  await heading('Enter payment')
}

/** A visitor at the last step, whose account is known. */
async function atPayment(account?: PayableAccount): Promise<UserEvent> {
  knows(account)
  const user = openPortal('/paynow')
  await reachPayment(user)
  return user
}

async function pay(user: UserEvent): Promise<void> {
  await reachPayment(user)
  await fillCard(user)
  await user.click(await button(payNowTexts.pay))
}

describe('step 1, Customer Information', () => {
  test('says what the information should match, and the button is Continue once the visitor is verified (C§2.6)', async () => {
    const user = openPortal('/paynow')
    await screen.findByText(payNowTexts.matchNote)
    await button(humanCheckTexts.verify)
    expect(screen.queryByRole('button', { name: payNowTexts.continue })).toBeNull()
    await user.click(screen.getByLabelText(/^Account number/))
    await button(payNowTexts.continue)
    await hasFocus(screen.getByLabelText(/^Account number/))
  })

  test('an empty form shows its errors before anything is verified, moves the focus to the first field, and sends nothing', async () => {
    const user = openPortal('/paynow')
    await user.click(await button(humanCheckTexts.verify))
    await screen.findByText(payNowTexts.accountRequired)
    await screen.findByText(payNowTexts.zipRequired)
    await hasFocus(screen.getByLabelText(/^Account number/))
    expect(server.askedFor(validateAccount)).toHaveLength(0)

    await user.type(screen.getByLabelText(/^Account number/), '12')
    await screen.findByText('Account number is invalid.')
  })

  test.each([' 96913', '96913 ', '96913-1234', '\u202A96913\u202C'])(
    'given the zip code pasted as %j, then its five digits stand there and find the account',
    async (pasted) => {
      knows()
      const user = openPortal('/paynow')
      await user.type(await screen.findByLabelText(/^Account number/), '0123456789')
      await user.click(screen.getByLabelText(/^Billing zip code/))
      await user.paste(pasted)
      expect(screen.getByLabelText(/^Billing zip code/)).toHaveProperty('value', '96913')
      await user.click(await button(payNowTexts.continue))
      await heading(payNowTexts.isThisYou)
      expect(server.askedFor(validateAccount)).toMatchObject([{ body: { postal: '96913' } }])
    },
  )

  test('the button reads Please wait... while the account is being found, and Cancel is blocked', async () => {
    const details = { Name: '', Address: '', EmailID: '' }
    const letGo = server.holds(validateAccount, { result: { status: 'Success', details, account: testAccount() } })
    const user = openPortal('/paynow')
    await sendAccount(user)
    await button(payNowTexts.wait)
    await user.click(screen.getByText(payNowTexts.backToHome))
    expect(location.pathname).toBe('/paynow')
    letGo()
    await heading(payNowTexts.isThisYou)
  })

  test('given the visitor leaves while the account is being found, then the reply does not fetch them back', async () => {
    const details = { Name: '', Address: '', EmailID: '' }
    const letGo = server.holds(validateAccount, { result: { status: 'Success', details, account: testAccount() } })
    const user = openPortal('/paynow')
    await sendAccount(user)
    await user.click(screen.getByRole('link', { name: 'Frequently asked questions' }))
    await heading(faqTexts.title)
    letGo()
    await server.settles()
    expect(location.pathname).toBe('/faq')
  })

  test('given a wrong account or zip code, then the server’s message is shown, the input is kept, and the right one continues with a new verification', async () => {
    server.replies(validateAccount, { result: { status: 'Failed', details: payNowTexts.notMatching } })
    knows()
    const user = openPortal('/paynow')
    await sendAccount(user)
    expect((await screen.findByRole('alert')).textContent).toBe(payNowTexts.notMatching)
    expect(screen.getByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
    expect(document.title).toMatch(/^Error: /)
    await user.click(await button(humanCheckTexts.verify))
    await heading(payNowTexts.isThisYou)
  })

  test('given too many attempts, then the time to wait is shown', async () => {
    const problem = { ...commonProblems['too-many-tries'], retryAfterSeconds: 240 }
    server.refuses(validateAccount, 'too-many-tries', problem)
    const user = openPortal('/paynow')
    await sendAccount(user)
    expect(await screen.findByText('You can try again in about 4 minutes.')).toBeTruthy()
  })

  test('given a network failure, then a message says so and the same verification can be used again', async () => {
    server.isUnreachableFor(validateAccount)
    knows()
    const user = openPortal('/paynow')
    await sendAccount(user)
    await screen.findByText(commonProblems.fault.title)
    await user.click(await button(payNowTexts.continue))
    expect(await heading(payNowTexts.isThisYou)).toBeTruthy()
  })

  test('Back To Home goes home (C§4)', async () => {
    const user = openPortal('/paynow')
    await user.click(await screen.findByText(payNowTexts.backToHome))
    expect(await heading('Pay your water bill')).toBeTruthy()
  })
})

describe('maintenance (R16)', () => {
  test('given Pay Now switched off when the page opens, then there is no form', async () => {
    openPortal('/paynow', { maintenance: { login: false, payNow: true } })
    await screen.findByText(payNowMaintenanceMessage)
    expect(screen.queryByLabelText(/^Account number/)).toBeNull()
  })

  test('given it is switched off in the meantime, then the server’s refusal closes the form', async () => {
    server.refuses(validateAccount, 'maintenance', commonProblems.maintenance)
    const user = openPortal('/paynow')
    await sendAccount(user)
    expect(await screen.findByText(payNowMaintenanceMessage)).toBeTruthy()
  })
})

describe('step 2, Is This You?', () => {
  test('shows the masked name and address; Cancel returns to step 1 with the input kept', async () => {
    knows()
    const user = openPortal('/paynow')
    await sendAccount(user)
    await hasFocus(await heading(payNowTexts.isThisYou))
    await screen.findByText('Ma*** Cr**')
    screen.getByText('12X MaXXXX')
    await user.click(await button(payNowTexts.cancel))
    expect(await screen.findByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
  })

  test('shows what is due, and No leads to another account', async () => {
    knows()
    const user = openPortal('/paynow')
    await sendAccount(user)
    await screen.findByText('$80.53')
    await user.click(await button('No, use another account'))
    expect(await screen.findByLabelText(/^Account number/)).toHaveProperty('value', '')
  })

  test('opened without an account, it redirects to step 1', async () => {
    openPortal('/paynow?step=2')
    expect(await heading('Find your account')).toBeTruthy()
  })
})

describe('step 3, Enter Payment', () => {
  test('is prefilled with the amount due, the zip code and the e-mail', async () => {
    await atPayment()
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '80.53')
    expect(screen.getByLabelText(/^Card zip code/)).toHaveProperty('value', '96913')
  })

  test('shows the email on file masked, and sends the receipt there unless another is typed (R31)', async () => {
    const user = await atPayment()
    screen.getByText('m***a@example.com')
    expect(screen.queryByRole('textbox', { name: /email/ })).toBeNull()
    await user.click(await button('Change email'))
    await hasFocus(screen.getByRole('textbox', { name: /email/ }))
    await fill(user, screen.getByRole('textbox', { name: /email/ }), 'me@example.com')
    await fillCard(user)
    server.replies(startCheckout, testCheckout())
    await user.click(await button(payNowTexts.pay))
    await heading(paymentTexts.approved)
    expect(server.askedFor(startCheckout)).toMatchObject([{ body: { confirmationEmail: 'me@example.com' } }])
  })

  test('given nothing is due, then it says so before a card is asked for, and a credit balance starts at zero (C§4)', async () => {
    const user = await atPayment(testAccount({ amount: cents(-4210) }))
    screen.getByText('Nothing is due')
    expect(screen.queryByLabelText(/^Card number/)).toBeNull()
    await user.click(await button('Pay ahead'))
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '0.00')
    expect(screen.getByText(paymentFormTexts.total).closest('section')?.textContent).toMatch(/due-\$42\.10.*\$0\.00$/)
  })

  test.each([
    ['an account that takes cash only', testAccount({ cashOnlyFlag: 'Y' }), payNowTexts.cashOnly],
    ['an account that is being paid', testAccount({ isBeingPaid: true }), checkoutProblems['account-being-paid'].title],
  ])('given %s, then the pay button is there, cannot be used, and says why', async (_what, account, reason) => {
    const user = await atPayment(account)
    const payButton = await button(payNowTexts.pay)
    expect(payButton.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(payButton.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
    await user.click(payButton)
    expect(server.askedFor(startCheckout)).toHaveLength(0)
  })

  test('mistakes are listed above with a link to each field, and nothing is sent', async () => {
    const user = await atPayment()
    await user.click(await button(humanCheckTexts.verify))
    await user.click(await screen.findByRole('link', { name: cardMessages.number }))
    await hasFocus(screen.getByLabelText(/^Card number/))
    await user.type(screen.getByLabelText(/^Card number/), '5')
    await screen.findAllByText(cardMessages.numberFormat)
    await user.keyboard('100')
    await screen.findAllByText(cardMessages.numberOf.Mastercard)
    expect(server.askedFor(startCheckout)).toHaveLength(0)
  })

  test('Cancel leads to the start of Pay Now, with nothing left in it (C§4)', async () => {
    const user = await atPayment()
    await user.click(await button(payNowTexts.cancel))
    expect(await screen.findByLabelText(/^Account number/)).toHaveProperty('value', '')
  })
})

describe('paying', () => {
  test('a payment takes four calls; while it runs it cannot be left, and it ends on the result page', async () => {
    knows()
    const letGo = server.holds(startCheckout, testCheckout())
    const user = openPortal('/paynow')
    await pay(user)
    await screen.findByText(paymentTexts.processing)
    await button(payNowTexts.wait)
    expect(screen.queryByRole('button', { name: 'OK' })).toBeNull()
    await user.click(await button(payNowTexts.cancel))
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
    knows()
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
    const user = await atPayment()
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
    knows()
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
    knows()
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
    knows()
    server.replies(startCheckout, testCheckout())
    const user = openPortal('/paynow')
    await pay(user)
    await heading(paymentTexts.approved)
    await user.click(await screen.findByRole('link', { name: paymentTexts.goBack }))
    await heading('Find your account')
    expect(screen.getByLabelText(/^Account number/)).toHaveProperty('value', '')
  })

  test.each([1, 3])('given %i lost answers, then the same payment is sent again under the same key', async (lost) => {
    knows()
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
    knows()
    const problem = { ...checkoutProblems['account-being-paid'], checkout: testCheckoutId }
    server.refuses(startCheckout, 'account-being-paid', problem)
    const user = openPortal('/paynow')
    await pay(user)
    await screen.findByText(checkoutProblems['account-being-paid'].title)
    expect(screen.getByRole('link', { name: 'View that payment' }).getAttribute('href')).toContain(testCheckoutId)
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
      knows()
      server.refuses(startCheckout, 'balance-changed', { ...checkoutProblems['balance-changed'], balances })
      server.replies(startCheckout, testCheckout())
    })
    const amountsAsked = () => server.askedFor(startCheckout).map(({ body }) => CheckoutRequest.parse(body).accounts)

    test('then the new figure is told, and paying all the same takes one press', async () => {
      const user = openPortal('/paynow')
      await pay(user)
      await screen.findByText(paymentFormTexts.balanceChanged('0123456789', '$80.53', '$0.00'))
      expect(screen.getByText('Amount due').nextElementSibling?.textContent).toBe('$0.00')
      await user.click(await button(paymentFormTexts.payAllTheSame('$80.53')))
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
    knows()
    server.refuses(startCheckout, 'human-check-failed', checkoutProblems['human-check-failed'])
    const user = openPortal('/paynow')
    await pay(user)
    await screen.findByText(checkoutProblems['human-check-failed'].title)
    expect(await button(payNowTexts.pay)).toBeTruthy()
    expect(server.askedFor(getHumanCheck)).toHaveLength(3)
  })

  test('given fields the server does not accept, then its words stand at the fields', async () => {
    knows()
    const errors = [{ field: 'card.billingZipCode', message: cardMessages.zip }]
    server.refuses(startCheckout, 'invalid', { ...commonProblems.invalid, errors })
    const user = openPortal('/paynow')
    await pay(user)
    expect(await screen.findByRole('link', { name: cardMessages.zip })).toBeTruthy()
  })

  test('given the billing records cannot be reached, then the popup says that the payment did not go through (C§8)', async () => {
    knows()
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
