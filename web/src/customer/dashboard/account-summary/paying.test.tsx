import { readAccountSummary, accountSummaryTexts } from '@portal/contract/account-summary'
import { listAutopay } from '@portal/contract/autopay'
import { sessionHeader } from '@portal/contract/call'
import { startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { getHumanCheck, humanCheckTexts } from '@portal/contract/human-check'
import { cents } from '@portal/contract/money'
import { popupOk, popupTitles } from '@portal/contract/page-words'
import { payNowTexts } from '@portal/contract/pay-now'
import { paymentFormTexts, paymentTexts } from '@portal/contract/payments'
import { listSavedMethods, savedMethodTexts } from '@portal/contract/saved-methods'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startOfBanks, stripeScript } from '#payment/bank/testing/stripe-script.ts'
import { announcePayment } from '#payment/sending/payments-elsewhere.ts'
import { testCheckout, testCheckoutId } from '#testing/data.ts'
import { fill, fillCard } from '#testing/fill.ts'
import {
  accountNumber,
  customerServer,
  openSignedIn,
  testAgreement,
  testAutopay,
  testDetails,
  testRow,
  testSavedMethod,
} from '../testing/dashboard.ts'

// The arithmetic runs in workers, which jsdom lacks; the journeys run it in a real browser.

let server: ReturnType<typeof customerServer>

beforeEach(() => {
  sessionStorage.clear()
  server = customerServer([
    testRow({ className: 'COMM', amount: cents(60_000) }),
    testRow({ accID: accountNumber(2), amount: cents(-100) }),
    testRow({ accID: accountNumber(3), amount: cents(1234) }),
  ])
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: testCheckout().startedAt })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: string) => screen.findByRole('button', { name })
const press = async (user: UserEvent, name: string) => await user.click(await button(name))

async function refusedWith(user: UserEvent, message: string): Promise<void> {
  const popup = within(await screen.findByRole('alertdialog', { name: popupTitles.warning }))
  popup.getByText(message)
  await user.click(popup.getByRole('button', { name: popupOk }))
}

async function tick(user: UserEvent, ...accounts: number[]): Promise<void> {
  for (const account of accounts) await press(user, `Make Payment, account ${accountNumber(account)}`)
}

test('the chosen accounts are checked first, with the messages of A§5', async () => {
  const user = openSignedIn('/dashboard')
  await tick(user, 2)
  await press(user, paymentFormTexts.checkOut)
  await refusedWith(user, paymentFormTexts.nothingChosen)

  await tick(user, 3)
  await press(user, paymentFormTexts.checkOut)
  await refusedWith(user, paymentFormTexts.amountMissing)
  expect(screen.getByRole('textbox', { name: /0000000002/ }).getAttribute('aria-invalid')).toBe('true')
  // In the bar, which stays visible with any number of accounts.
  expect((await button('Deselect it')).closest('[data-pay-bar]')).not.toBeNull()
  await press(user, 'Deselect it')
  expect(screen.queryByRole('textbox', { name: /0000000002/ })).toBeNull()

  const amount = screen.getByRole('textbox', { name: /0000000003/ })
  await user.clear(amount)
  await user.type(amount, '99')
  await press(user, paymentFormTexts.checkOut)
  await refusedWith(user, paymentFormTexts.subTotalRange)
  expect(server.askedFor(getHumanCheck)).toHaveLength(1)
})

test('Check Out, then the card: several accounts are paid at once as the customer (A§4)', async () => {
  const letGo = server.holds(startCheckout, testCheckout())
  const user = openSignedIn('/dashboard')
  await tick(user, 1, 3)
  await press(user, paymentFormTexts.checkOut)
  const dialog = within(await screen.findByRole('dialog', { name: paymentFormTexts.review }))
  dialog.getByText('$600.00')
  dialog.getByText('$12.34')
  dialog.getByText('$612.34')
  dialog.getByRole('heading', { name: '2 accounts' })
  expect(dialog.getByLabelText(/email/)).toHaveProperty('value', 'maria@example.com')
  const fillable = [/^Card number/, 'CVV', /^Card zip code/, /email/].map((name) => dialog.getByLabelText(name))
  const filledIn = fillable.map((field) => field.getAttribute('autocomplete'))
  expect(filledIn).toEqual(['cc-number', 'cc-csc', 'billing postal-code', 'email'])
  await press(user, payNowTexts.pay)
  expect(dialog.getByRole('textbox', { name: 'CVV' }).getAttribute('aria-invalid')).toBe('true')
  await fillCard(user)
  await press(user, payNowTexts.pay)

  await button(paymentTexts.wait)
  within(screen.getByRole('alertdialog', { name: popupTitles.warning })).getByText(paymentTexts.processing)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  letGo()
  await screen.findByRole('heading', { level: 1, name: paymentTexts.approved })
  expect(location.search).toBe(`?id=${testCheckoutId}&by=customer`)
  expect(screen.getByRole('link', { name: paymentTexts.goBack }).getAttribute('href')).toBe('/dashboard')

  const [asked] = server.askedFor(startCheckout)
  expect(asked?.headers.get(sessionHeader)).toBe('customer')
  expect(asked?.body).toMatchObject({
    accounts: [
      { accountId: '0000000001', amount: 60_000 },
      { accountId: '0000000003', amount: 1234 },
    ],
    card: { cardNumber: '4111111111111111', validExpDate: '0929', billingZipCode: '96932' },
    humanCheck: 'solved',
  })
  const [check] = server.askedFor(getHumanCheck)
  expect(check?.headers.get(sessionHeader)).toBe('customer')
  expect(check?.address.searchParams.get('key')).toBe(asked?.headers.get('idempotency-key'))
})

test('given the verification fails, then Please Verify offers another try, closes by itself and goes on (A§4, R29)', async () => {
  server.forget(getHumanCheck)
  server.isUnreachableFor(getHumanCheck)
  server.isUnreachableFor(getHumanCheck)
  const user = openSignedIn('/dashboard')
  await tick(user, 3)
  await press(user, humanCheckTexts.verify)
  const dialog = within(await screen.findByRole('dialog', { name: humanCheckTexts.title }))
  await dialog.findByRole('alert')
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }
  server.forget(getHumanCheck)
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: testCheckout().startedAt })
  await press(user, 'Confirm you are human')
  await dialog.findByText(humanCheckTexts.verified)
  expect(await screen.findByRole('dialog', { name: paymentFormTexts.review }, { timeout: 3000 })).toBeDefined()
})

test('the monthly maximum of non-residential accounts is shown and does not prevent paying (A§5)', async () => {
  server.replies(startCheckout, testCheckout())
  const user = openSignedIn('/dashboard')
  await tick(user, 1)
  await press(user, paymentFormTexts.checkOut)
  await fillCard(user)
  expect(await screen.findByText(/up to \$500\.00 a month/)).toBeTruthy()
  await press(user, payNowTexts.pay)
  await screen.findByRole('heading', { level: 1, name: paymentTexts.approved })
})

test('given an account with an unconfirmed payment, then the dialog says so, and the card form stays', async () => {
  server.refuses(startCheckout, 'account-being-paid', {
    ...checkoutProblems['account-being-paid'],
    checkout: testCheckoutId,
  })
  const user = openSignedIn('/dashboard')
  await tick(user, 3)
  await press(user, paymentFormTexts.checkOut)
  await fillCard(user)
  const asked = server.askedFor(readAccountSummary).length
  await press(user, payNowTexts.pay)
  const dialog = within(await screen.findByRole('dialog', { name: paymentFormTexts.review }))
  await dialog.findByText(checkoutProblems['account-being-paid'].title)
  // The table learns of it, too.
  await waitFor(() => expect(server.askedFor(readAccountSummary).length).toBeGreaterThan(asked))
  const link = dialog.getByRole('link', { name: 'View that payment' })
  expect(link.getAttribute('href')).toBe(`/payment-result?id=${testCheckoutId}&by=customer`)
  expect(dialog.getByRole('textbox', { name: 'CVV' })).toHaveProperty('value', '')
  expect(dialog.getByLabelText(/^Card number/)).toHaveProperty('value', '4111 1111 1111 1111')
})

test('given a changed balance, then the dialog shows the new figure, the table follows, and the payer decides', async () => {
  const balances = [{ accountId: accountNumber(3), amountDue: cents(234) }]
  server.refuses(startCheckout, 'balance-changed', { ...checkoutProblems['balance-changed'], balances })
  server.replies(startCheckout, testCheckout())
  const user = openSignedIn('/dashboard')
  await tick(user, 1, 3)
  await press(user, paymentFormTexts.checkOut)
  await fillCard(user)
  const looked = server.askedFor(readAccountSummary).length
  await press(user, payNowTexts.pay)
  const dialog = within(await screen.findByRole('dialog', { name: paymentFormTexts.review }))
  await dialog.findByText('Account 0000000003: the balance was $12.34 and is now $2.34.')
  await waitFor(() => expect(server.askedFor(readAccountSummary).length).toBeGreaterThan(looked))
  await press(user, 'Pay $612.34 anyway')
  await screen.findByRole('heading', { level: 1, name: paymentTexts.approved })
  expect(server.askedFor(startCheckout)[1]?.body).toMatchObject({
    accounts: [
      { accountId: '0000000001', amount: 60_000, amountDue: 60_000 },
      { accountId: '0000000003', amount: 1234, amountDue: 234 },
    ],
  })
})

test('given a payment in another tab, then the amounts are fetched again, and a message says why until they are refreshed', async () => {
  const user = openSignedIn('/dashboard')
  await tick(user, 3)
  server.forget(readAccountSummary)
  const paid = testRow({ accID: accountNumber(3), amount: cents(0) })
  server.replies(readAccountSummary, { accounts: [paid], total: 1, next: null, asOf: testCheckout().startedAt })
  announcePayment()
  await screen.findByText(accountSummaryTexts.paidElsewhere)
  screen.getByText('1 selected')
  const amount = screen.getByRole('textbox', { name: /0000000003/ })
  await waitFor(() => expect(amount).toHaveProperty('value', '0.00'))
  await press(user, 'Refresh')
  await screen.findByRole('button', { name: 'Refresh' })
  expect(screen.queryByText(accountSummaryTexts.paidElsewhere)).toBeNull()
})

test('closing the dialog discards the card and keeps the chosen accounts', async () => {
  const user = openSignedIn('/dashboard')
  await tick(user, 3)
  await press(user, paymentFormTexts.checkOut)
  await fillCard(user)
  await press(user, 'Change accounts or amounts')
  screen.getByText('1 selected')
  await press(user, paymentFormTexts.checkOut)
  expect(await screen.findByLabelText(/^Card number/)).toHaveProperty('value', '')
})

test('with saved cards, the default is chosen: one press pays, and another card can still be typed', async () => {
  const cards = [testSavedMethod(7, { isDefault: true }), testSavedMethod(8, { name: 'Office' })]
  server.replies(listSavedMethods, { cards })
  server.replies(startCheckout, testCheckout())
  const user = openSignedIn('/dashboard', { savesCards: true })
  await tick(user, 3)
  await press(user, paymentFormTexts.checkOut)
  const group = within(await screen.findByRole('group', { name: savedMethodTexts.payWith }))
  expect(group.getByRole('radio', { name: /Visa ending in 4242 Expires/ })).toHaveProperty('checked', true)
  expect(screen.queryByLabelText(/^Card number/)).toBeNull()
  await user.click(group.getByRole('radio', { name: savedMethodTexts.another }))
  await screen.findByLabelText(/^Card number/)
  expect(screen.getByRole('checkbox', { name: savedMethodTexts.saveThis })).toHaveProperty('checked', false)
  await user.click(group.getByRole('radio', { name: /Office/ }))
  await press(user, payNowTexts.pay)
  await screen.findByRole('heading', { level: 1, name: paymentTexts.approved })
  const { savedMethod, ...paid } = startCheckout.body?.parse(server.askedFor(startCheckout)[0]?.body) ?? {}
  expect([savedMethod, paid]).toEqual([8, expect.not.objectContaining({ card: expect.anything() })])
})

test('an account with an AutoPay charge to come can be paid, and the form says that only what is left is charged', async () => {
  server.forget(listAutopay)
  server.replies(listAutopay, testAutopay(testAgreement({ accountId: accountNumber(3) })))
  server.replies(listSavedMethods, { cards: [] })
  const user = openSignedIn('/dashboard', { savesCards: true })
  await tick(user, 1)
  await press(user, paymentFormTexts.checkOut)
  await screen.findByRole('heading', { name: paymentFormTexts.review })
  expect(screen.queryByText(/it charges only what’s left/)).toBeNull()
  await press(user, 'Close')
  await tick(user, 3)
  await press(user, paymentFormTexts.checkOut)
  await screen.findByText(
    /^AutoPay for account 0000000003: We’ll charge \$80\.53 to .+ on .+\. If you pay now, it charges only what’s left\.$/,
  )
})

test('given a customer who pays from a bank account, then neither a saved card nor a later day is offered for it, and windows of banks can open over the dialog', async () => {
  const inFrame = stripeScript()
  server.replies(startCheckout, testCheckout({ outcome: 'submitted', cardBrand: null, receiptNumber: null }))
  server.replies(listSavedMethods, { cards: [testSavedMethod(1)] })
  const user = openSignedIn('/dashboard', { ...startOfBanks, savesCards: true })
  await tick(user, 3)
  await press(user, paymentFormTexts.checkOut)
  const dialog = await screen.findByRole('dialog', { name: paymentFormTexts.review })
  expect(dialog.getAttribute('aria-modal')).toBe('true')
  expect(dialog.parentElement).toBe(document.body)
  await screen.findByText(savedMethodTexts.payWith)
  await user.click(screen.getByRole('radio', { name: 'Bank account' }))
  expect(screen.queryByText(savedMethodTexts.payWith)).toBeNull()
  await fill(user, await screen.findByLabelText(/^Account holder name/), 'Ana Cruz')
  await waitFor(() => expect(inFrame.shown.at(-1)).toEqual(['us_bank_account']), { timeout: 4_000 })
  expect(screen.getByLabelText('Confirmation email')).toHaveProperty('value', testDetails.emailAddress)
  await press(user, 'Pay $12.34')
  await waitFor(() => expect(server.askedFor(startCheckout)).toHaveLength(1))
  expect(server.askedFor(startCheckout)[0]?.body).toMatchObject({
    bankToken: { bankToken: 'ctoken_bank', accountHolderName: 'Ana Cruz' },
    authorization: expect.stringContaining('By pressing Pay $12.34'),
  })
})
