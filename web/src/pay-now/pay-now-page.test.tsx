import { cardMessages } from '@portal/contract/card'
import { startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { humanCheckTexts } from '@portal/contract/human-check'
import { cents } from '@portal/contract/money'
import { faqTexts, payNowMaintenanceMessage } from '@portal/contract/page-words'
import { payNowTexts, validateAccount } from '@portal/contract/pay-now'
import { paymentFormTexts, paymentTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testAccount, testCheckout } from '#testing/data.ts'
import { fill, fillCard } from '#testing/fill.ts'
import { atPayment, button, hasFocus, heading, knows, sendAccount, wizardServer } from './testing/wizard.ts'

// The arithmetic runs in workers, which jsdom lacks; the journeys run it in a real browser.

let server: ReturnType<typeof wizardServer>

beforeEach(() => {
  sessionStorage.clear()
  server = wizardServer()
})
afterEach(() => vi.unstubAllGlobals())

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

  test('where the account number stands is shown on a sample bill', async () => {
    const user = openPortal('/paynow')
    await user.click(await screen.findByText(payNowTexts.whereIsMyNumber))
    expect(within(await screen.findByRole('dialog')).getByRole('img')).toBeTruthy()
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
      knows(server)
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
    knows(server)
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
    knows(server)
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
    knows(server)
    const user = openPortal('/paynow')
    await sendAccount(user)
    await hasFocus(await heading(payNowTexts.isThisYou))
    await screen.findByText('Ma*** Cr**')
    screen.getByText('12X MaXXXX')
    await user.click(await button('Cancel'))
    expect(await screen.findByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
  })

  test('shows what is due, and No leads to another account', async () => {
    knows(server)
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
    await atPayment(server)
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '80.53')
    expect(screen.getByLabelText(/^Card zip code/)).toHaveProperty('value', '96913')
  })

  test('shows the email on file masked, and sends the receipt there unless another is typed (R31)', async () => {
    const user = await atPayment(server)
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
    const user = await atPayment(server, testAccount({ amount: cents(-4210) }))
    screen.getByText('Nothing is due')
    expect(screen.queryByLabelText(/^Card number/)).toBeNull()
    await user.click(await button('Pay ahead'))
    await hasFocus(screen.getByLabelText(/^Amount/))
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '0.00')
    expect(screen.getByText(paymentFormTexts.total).closest('section')?.textContent).toMatch(/due-\$42\.10.*\$0\.00$/)
  })

  test('given less than a payment is owed, then it says what becomes of it before a card is asked for', async () => {
    const user = await atPayment(server, testAccount({ amount: cents(40), arrearsTotal: cents(40) }))
    screen.getByText(/^Payments start at \$1\.00, so \$0\.40 is added to your next bill\./)
    expect(screen.queryByLabelText(/^Card number/)).toBeNull()
    expect(screen.queryByText('Due Now')).toBeNull()
    await user.click(await button('Pay ahead'))
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '0.00')
    screen.getByText(/One payment can be \$1\.00 to \$99,999\.99\./)
  })

  test('given more than one payment takes is owed, then it begins with the most', async () => {
    await atPayment(server, testAccount({ amount: cents(12_000_000) }))
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '99,999.99')
  })

  test.each([
    [
      'an account that takes cash only',
      testAccount({ cashOnlyFlag: 'Y' }),
      'This account is cash only, so you can’t pay it by card. Visit one of our offices, or call customer service.',
    ],
    ['an account that is being paid', testAccount({ isBeingPaid: true }), checkoutProblems['account-being-paid'].title],
  ])('given %s, then the pay button is there, cannot be used, and says why', async (_what, account, reason) => {
    const user = await atPayment(server, account)
    const payButton = await button(payNowTexts.pay)
    expect(payButton.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(payButton.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
    await user.click(payButton)
    expect(server.askedFor(startCheckout)).toHaveLength(0)
  })

  test('an account that takes cash only says so before Continue', async () => {
    knows(server, testAccount({ cashOnlyFlag: 'Y' }))
    const user = openPortal('/paynow')
    await sendAccount(user)
    await heading(payNowTexts.isThisYou)
    expect(
      screen.getByText(
        'This account is cash only, so you can’t pay it by card. Visit one of our offices, or call customer service.',
      ),
    ).toBeDefined()
  })

  test('mistakes are listed above with a link to each field, and said at it, and nothing is sent', async () => {
    const user = await atPayment(server)
    await user.clear(screen.getByLabelText(/^Amount/))
    await user.type(screen.getByLabelText(/^Amount/), '0.99')
    await user.clear(screen.getByLabelText(/^Card zip code/))
    await user.click(await button('Change email'))
    await fill(user, screen.getByRole('textbox', { name: /email/ }), 'nobody')
    await user.click(await button(payNowTexts.pay))
    const said = [
      [screen.getByLabelText(/^Amount/), paymentTexts.amount],
      [screen.getByLabelText(/^Card number/), cardMessages.number],
      [screen.getByLabelText(/^Expiration date/), cardMessages.expiry],
      [screen.getByRole('textbox', { name: 'CVV' }), cardMessages.securityCode],
      [screen.getByLabelText(/^Card holder name/), cardMessages.holder],
      [screen.getByLabelText(/^Card zip code/), cardMessages.zip],
      [screen.getByRole('textbox', { name: /email/ }), cardMessages.email],
    ] as const
    for (const [field, message] of said) {
      expect((await screen.findByRole('link', { name: message })).getAttribute('href')).toBe(`#${field.id}`)
      expect(described(field)).toContain(message)
    }
    await user.click(screen.getByRole('link', { name: cardMessages.number }))
    const number = screen.getByLabelText(/^Card number/)
    await hasFocus(number)
    for (const [typed, message] of [
      ['3111111111111111', cardMessages.numberFormat],
      ['4111111111111112', cardMessages.numberOf.Visa],
      ['5111111111111', cardMessages.numberOf.Mastercard],
      ['6011', cardMessages.numberOf.Discover],
    ] as const) {
      await user.clear(number)
      await fill(user, number, typed)
      await waitFor(() => expect(described(number)).toContain(message))
    }
    expect(server.askedFor(startCheckout)).toHaveLength(0)
  })

  test('Cancel leads to the start of Pay Now, with nothing left in it (C§4)', async () => {
    const user = await atPayment(server)
    await user.click(await button('Cancel'))
    expect(await screen.findByLabelText(/^Account number/)).toHaveProperty('value', '')
  })
})

function described(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}
