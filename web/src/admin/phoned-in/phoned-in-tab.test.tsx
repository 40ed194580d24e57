import { readAdminSession } from '@portal/contract/admin-sign-in'
import { latestBillTexts } from '@portal/contract/bills'
import { type ReplyOf, sessionHeader } from '@portal/contract/call'
import { startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { getHumanCheck, humanCheckTexts } from '@portal/contract/human-check'
import { cents, noCents } from '@portal/contract/money'
import { popupOk } from '@portal/contract/page-words'
import { payNowTexts } from '@portal/contract/pay-now'
import { paymentFormTexts } from '@portal/contract/payments'
import {
  type PhonedInAccount,
  searchPhonedInAccounts,
  mostAccountsPerSearch,
  phonedInTexts,
} from '@portal/contract/phoned-in'
import { commonProblems } from '@portal/contract/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveFor } from '#session/leaving/leave.ts'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testCheckout } from '#testing/data.ts'
import { fillCard } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'
import { testPhonedInAccount } from './testing/accounts.ts'

// The arithmetic runs in workers, which jsdom lacks; the journeys run it in a real browser.

const home = testPhonedInAccount(1, { emailAddress: 'maria@customer.example' })
const shop = testPhonedInAccount(2, { fullName: 'Island Hotels, Inc.' })
const { startedAt: asOf } = testCheckout()
const foundAs = (...accounts: PhonedInAccount[]): ReplyOf<typeof searchPhonedInAccounts> => ({
  result: accounts.map((account) => ({ status: 'Success', accountId: account.accID, account })),
  asOf,
})
const found = foundAs(home, shop)

let server: ReturnType<typeof testServer>
beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 5 }))
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: asOf })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = () => openPortal('/admin-dashboard?view=phoned-in', { signedIn: { customer: false, admin: true } })
const press = async (user: UserEvent, name: string | RegExp) =>
  await user.click(await screen.findByRole('button', { name }))

async function search(user: UserEvent, ...numbers: string[]): Promise<void> {
  await user.click(await screen.findByRole('textbox', { name: /^Account number/ }))
  await user.paste(numbers.join('\n'))
  await press(user, phonedInTexts.search)
}

async function openCard(user: UserEvent): Promise<void> {
  await search(user, home.accID, shop.accID)
  for (const box of await screen.findAllByRole('checkbox', { name: /^Add account/ })) await user.click(box)
  await press(user, phonedInTexts.addToCart)
  await press(user, paymentFormTexts.checkOut)
  await screen.findByRole('dialog', { name: paymentFormTexts.review })
}

async function payByCard(user: UserEvent): Promise<void> {
  await openCard(user)
  await payWithCard(user)
}

async function payWithCard(user: UserEvent): Promise<void> {
  await fillCard(user)
  await user.clear(screen.getByLabelText(/^Card zip code/))
  await user.type(screen.getByLabelText(/^Card zip code/), '96913')
  await press(user, payNowTexts.pay)
}

test('a pasted list fills a row for each number, and is searched in one call without repetitions', async () => {
  server.replies(searchPhonedInAccounts, found)
  const user = open()
  await search(user, home.accID, shop.accID, home.accID)
  expect(await screen.findAllByRole('textbox', { name: /^Account number/ })).toHaveLength(2)
  expect(server.askedFor(searchPhonedInAccounts).map(({ body }) => body)).toEqual([
    { accountIds: [home.accID, shop.accID] },
  ])
})

test('a pasted list with more accounts than one search takes is told from where on it was left out', async () => {
  const user = open()
  await user.click(await screen.findByRole('textbox', { name: /^Account number/ }))
  const numbers = Array.from({ length: mostAccountsPerSearch + 3 }, (_, index) => String(1_234_567_000 + index))
  await user.paste(numbers.join('\n'))
  expect(screen.getAllByRole('textbox', { name: /^Account number/ })).toHaveLength(mostAccountsPerSearch)
  const told = screen.getByText(`3 numbers were too many, from ${numbers[mostAccountsPerSearch]} on.`)
  expect(told.role).toBe('status')
  await user.click(screen.getByRole('button', { name: 'Remove account number 1' }))
  expect(told.textContent).toBe('')
})

test('a pasted list may be written with any dashes, and with the unseen marks that phones copy along', async () => {
  server.replies(searchPhonedInAccounts, found)
  const user = open()
  await search(user, '\u202A012–345\u00A0678–9\u202C', '0123 456-780')
  expect(server.askedFor(searchPhonedInAccounts)[0]?.body).toEqual({ accountIds: ['0123456789', '0123456780'] })
})

test('the search and the cart say what is missing, in the words of A§5 and A§8', async () => {
  const { notNumeric, unknown } = latestBillTexts
  const known = foundAs(home, testPhonedInAccount(3, { cashOnlyFlag: 'Y' }))
  known.result.push({ status: 'Failed', accountId: 'four', description: notNumeric })
  known.result.push({ status: 'Failed', accountId: '9999999999', description: unknown })
  server.replies(searchPhonedInAccounts, known)
  const user = open()
  const refusesWith = async (button: string, message: string) => {
    await press(user, button)
    within(await screen.findByRole('alertdialog')).getByText(message)
    await press(user, popupOk)
  }
  await refusesWith(phonedInTexts.search, phonedInTexts.nothingTyped)
  await refusesWith(phonedInTexts.addToCart, phonedInTexts.nothingFound)
  await search(user, home.accID, 'four', '9999999999', '0000000003')
  const alert = await screen.findByRole('alert')
  for (const said of [`${notNumeric} [four]`, `${unknown} [9999999999]`]) expect(alert.textContent).toContain(said)
  expect(screen.getByRole('checkbox', { name: /0000000003/ })).toHaveProperty('disabled', true)
  screen.getByText(phonedInTexts.cashOnly)
  await refusesWith(phonedInTexts.addToCart, phonedInTexts.nothingTicked)
  await user.click(screen.getByRole('checkbox', { name: new RegExp(home.accID) }))
  await press(user, phonedInTexts.addToCart)
  await user.clear(await screen.findByRole('textbox', { name: /^Amount/ }))
  await refusesWith(paymentFormTexts.checkOut, paymentFormTexts.nothingChosen)
  await user.type(screen.getByRole('textbox', { name: /^Amount/ }), '0.99')
  await refusesWith(paymentFormTexts.checkOut, paymentFormTexts.subTotalRange)
})

test('given no reply to a search, then a message says so, and it can be retried (A§8)', async () => {
  server.isUnreachableFor(searchPhonedInAccounts)
  server.replies(searchPhonedInAccounts, found)
  const user = open()
  await search(user, home.accID)
  expect((await screen.findByRole('alert')).textContent).toContain(adminConsoleTexts.serverError)
  await press(user, 'Try again')
  await screen.findByRole('table', { name: phonedInTexts.caption })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('given too many look-ups, then the time to wait is shown', async () => {
  const problem = { ...commonProblems['too-many-tries'], retryAfterSeconds: 60 }
  server.refuses(searchPhonedInAccounts, 'too-many-tries', problem)
  const user = open()
  await search(user, home.accID)
  expect((await screen.findByRole('alert')).textContent).toContain(commonProblems['too-many-tries'].title)
})

test('the card form names the owners, is prefilled with the e-mail on file, and lets the browser store nothing', async () => {
  server.replies(searchPhonedInAccounts, found)
  const user = open()
  await openCard(user)
  const dialog = within(screen.getByRole('dialog', { name: paymentFormTexts.review }))
  expect(dialog.getAllByRole('status')[0]?.textContent).toContain('Maria Cruz')
  expect(dialog.getAllByRole('status')[0]?.textContent).toContain('Island Hotels, Inc.')
  expect(dialog.getByLabelText(/email/)).toHaveProperty('value', 'maria@customer.example')
  const fields = [...dialog.getAllByRole('textbox'), ...dialog.queryAllByRole('combobox')]
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(fields.map(() => 'off'))
  expect(fields[0]?.closest('form')?.getAttribute('autocomplete')).toBe('off')
  for (const name of [/^Card number/, 'CVV']) {
    expect(dialog.getByRole('textbox', { name }).hasAttribute('data-hidden')).toBe(true)
  }
})

test('given a caller who pays all accounts, then one press chooses those that a card may pay', async () => {
  const cashOnly = testPhonedInAccount(3, { cashOnlyFlag: 'Y' })
  server.replies(searchPhonedInAccounts, foundAs(home, cashOnly, shop))
  const user = open()
  await search(user, home.accID, cashOnly.accID, shop.accID)
  const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Choose all accounts' })
  const ticked = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Add/ }).map((box) => box.checked)
  await user.click(all)
  expect(ticked()).toEqual([true, false, true])
  await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Add account ${shop.accID}`) }))
  expect([all.checked, all.indeterminate]).toEqual([false, true])
  await user.click(all)
  await user.click(all)
  expect(ticked()).toEqual([false, false, false])
})

test('choosing all leaves out accounts that owe nothing, which would stop the checkout, unless none owes anything', async () => {
  const paid = testPhonedInAccount(3, { amount: noCents })
  const inCredit = testPhonedInAccount(4, { amount: cents(-500) })
  server.replies(searchPhonedInAccounts, foundAs(home, paid, shop, inCredit))
  server.replies(searchPhonedInAccounts, foundAs(paid, inCredit))
  const user = open()
  await search(user, home.accID, paid.accID, shop.accID, inCredit.accID)
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose all accounts' })
  const ticked = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Add/ }).map((box) => box.checked)
  await screen.findByRole('table', { name: phonedInTexts.caption })
  await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Add account ${paid.accID}`) }))
  expect(all().indeterminate).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Add account ${paid.accID}`) }))
  await user.click(all())
  expect(ticked()).toEqual([true, false, true, false])
  expect(all().checked).toBe(true)
  await press(user, phonedInTexts.cancel)
  await search(user, paid.accID, inCredit.accID)
  await waitFor(() => expect(ticked()).toHaveLength(2))
  await user.click(all())
  expect(ticked()).toEqual([true, true])
})

test('the next caller’s number can be typed at once: after Cancel, and when the clerk comes from another page', async () => {
  server.replies(searchPhonedInAccounts, found)
  const user = openPortal('/admin-dashboard?view=password-reset', { signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('link', { name: 'Phoned In' }))
  const field = () => screen.getByRole('textbox', { name: 'Account number' })
  await screen.findByRole('heading', { name: phonedInTexts.title })
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await search(user, home.accID, shop.accID)
  await screen.findByRole('table', { name: phonedInTexts.caption })
  await press(user, phonedInTexts.cancel)
  await waitFor(() => expect(document.activeElement).toBe(field()))
})

test('the first caller’s number can be typed at once too', async () => {
  open()
  const field = await screen.findByRole('textbox', { name: 'Account number' })
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('an account that was searched for alone goes into the cart, with the focus on its amount, and Back does not repeat it', async () => {
  server.replies(searchPhonedInAccounts, foundAs(home))
  const user = open()
  const field = await screen.findByRole('textbox', { name: 'Account number' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard(`${home.accID}{Enter}`)
  const amount = await screen.findByRole('textbox', { name: new RegExp(`account ${home.accID}$`) })
  await waitFor(() => expect(document.activeElement).toBe(amount))
  await press(user, phonedInTexts.back)
  const box = await screen.findByRole('checkbox', { name: new RegExp(`^Add account ${home.accID}`) })
  expect(box).toHaveProperty('checked', true)
})

test('Add to Cart does not stand out beside Search before there is something to add', async () => {
  server.replies(searchPhonedInAccounts, found)
  const user = open()
  const look = async () => (await screen.findByRole('button', { name: phonedInTexts.addToCart })).dataset['look']
  expect(await look()).toBe('secondary')
  await search(user, home.accID)
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Add account ${home.accID}`) }))
  expect(await look()).toBe('primary')
})

test('a single account needs nothing that chooses all', async () => {
  server.replies(searchPhonedInAccounts, foundAs({ ...home, cashOnlyFlag: 'Y' }))
  const user = open()
  await search(user, home.accID)
  expect(await screen.findAllByRole('checkbox')).toHaveLength(1)
})

test('the browser’s Back leads from the cart to the search, with what was chosen (A§4)', async () => {
  server.replies(searchPhonedInAccounts, found)
  const user = openPortal('/admin-dashboard?view=password-reset', { signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('link', { name: 'Phoned In' }))
  await search(user, home.accID)
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(home.accID) }))
  await press(user, phonedInTexts.addToCart)
  await screen.findByRole('table', { name: phonedInTexts.cart })
  history.back()
  expect(await screen.findByRole('checkbox', { name: new RegExp(`^Add account ${home.accID}`) })).toHaveProperty(
    'checked',
    true,
  )
  expect(screen.queryByRole('table', { name: phonedInTexts.cart })).toBeNull()
})

test('given somebody else is paying one of the accounts, then the clerk is told to wait, and looks again', async () => {
  server.replies(searchPhonedInAccounts, found)
  server.refuses(startCheckout, 'account-being-paid', checkoutProblems['account-being-paid'])
  const user = open()
  await payByCard(user)
  expect((await screen.findByRole('alert')).textContent).toContain(checkoutProblems['account-being-paid'].title)
  expect(server.askedFor(startCheckout)[0]?.headers.get(sessionHeader)).toBe('admin')
  server.forget(searchPhonedInAccounts)
  server.replies(searchPhonedInAccounts, foundAs({ ...home, isBeingPaid: true }))
  await press(user, 'Search the accounts again')
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveProperty('checked', false))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('4111')
})

test('given somebody else has paid in the meantime, then the clerk still reads whose account it is before paying all the same', async () => {
  server.replies(searchPhonedInAccounts, found)
  const balances = [{ accountId: home.accID, amountDue: noCents }]
  server.refuses(startCheckout, 'balance-changed', { ...checkoutProblems['balance-changed'], balances })
  const user = open()
  await openCard(user)
  server.forget(searchPhonedInAccounts)
  server.replies(searchPhonedInAccounts, foundAs({ ...home, amount: noCents }, { ...shop, amount: noCents }))
  await payWithCard(user)
  await screen.findByRole('button', { name: /anyway$/ })
  await waitFor(() => expect(screen.getAllByText(/^The amount due has changed/)).toHaveLength(2))
  expect(screen.getByRole('dialog').textContent).toContain(`You’re taking a payment for ${home.fullName}`)
})

test('given the session has ended, then Verify leads the clerk out to log in again, and no dead end', async () => {
  server.replies(searchPhonedInAccounts, found)
  server.forget(getHumanCheck)
  server.refuses(getHumanCheck, 'not-signed-in', commonProblems['not-signed-in'])
  const user = open()
  await search(user, home.accID)
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(home.accID) }))
  await press(user, phonedInTexts.addToCart)
  await press(user, humanCheckTexts.verify)
  await press(user, 'Confirm you are human')
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/gwaadmin'))
})

test('given an account has become cash only, then the clerk is not sent to customer service, and looks again', async () => {
  server.replies(searchPhonedInAccounts, found)
  server.refuses(startCheckout, 'account-not-payable', checkoutProblems['account-not-payable'])
  const user = open()
  await payByCard(user)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('can no longer be paid by card')
  expect(alert.textContent).not.toContain('customer service')
  screen.getByRole('button', { name: 'Search the accounts again' })
})

test.each([
  ['takes cash only', { cashOnlyFlag: 'Y' }, phonedInTexts.cashOnly],
  ['is being paid', { isBeingPaid: true }, phonedInTexts.beingPaid],
] as const)('given an account that %s, then the clerk is told so in words for a clerk', async (_which, how, reason) => {
  server.replies(searchPhonedInAccounts, foundAs({ ...home, ...how }))
  const user = open()
  await search(user, home.accID)
  const box = await screen.findByRole('checkbox', { name: new RegExp(`^Add account ${home.accID}`) })
  expect(box).toHaveProperty('disabled', true)
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
})

test('given an account in the cart that somebody else is paying, then it can be paid as soon as that is settled', async () => {
  server.replies(searchPhonedInAccounts, found)
  server.refuses(startCheckout, 'account-being-paid', checkoutProblems['account-being-paid'])
  const user = open()
  await payByCard(user)
  server.forget(searchPhonedInAccounts)
  server.replies(searchPhonedInAccounts, foundAs({ ...home, isBeingPaid: true }))
  server.replies(searchPhonedInAccounts, foundAs(home))
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  await press(user, 'Search the accounts again')
  await screen.findByText(phonedInTexts.beingPaid)
  await act(async () => await vi.advanceTimersByTimeAsync(30_000))
  await waitFor(() => expect(screen.queryByText(phonedInTexts.beingPaid)).toBeNull())
  expect(screen.getByRole('checkbox', { name: new RegExp(home.accID) })).toHaveProperty('disabled', false)
  // Nobody waits any longer, and each look-up is in the audit log.
  const lookUps = server.askedFor(searchPhonedInAccounts).length
  await act(async () => await vi.advanceTimersByTimeAsync(90_000))
  expect(server.askedFor(searchPhonedInAccounts)).toHaveLength(lookUps)
})

test.each([
  ['several', [home, shop], 'Choose all accounts'],
  ['one', [{ ...home, cashOnlyFlag: 'Y' as const }, shop], `Add account ${shop.accID}, ${shop.fullName}`],
])('when %s were found that can be paid, then the focus is where ticking goes on', async (_which, accounts, box) => {
  server.replies(searchPhonedInAccounts, foundAs(...accounts))
  const user = open()
  await search(user, home.accID, shop.accID)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: box })))
})

test('while an account is looked up the clerk types the next one: the reply takes nothing away, and Search works at once', async () => {
  const answerHome = server.holds(searchPhonedInAccounts, foundAs(home))
  server.replies(searchPhonedInAccounts, foundAs(shop))
  const user = open()
  await search(user, home.accID)
  const field = await screen.findByRole('textbox', { name: 'Account number' })
  await user.clear(field)
  await user.type(field, shop.accID.slice(0, 5))
  answerHome()
  await screen.findByRole('checkbox', { name: new RegExp(`^Add account ${home.accID}`) })
  expect(document.activeElement).toBe(field)
  await user.keyboard(`${shop.accID.slice(5)}{Enter}`)
  await screen.findByRole('checkbox', { name: new RegExp(`^Pay account ${shop.accID}`) })
})

test('while an account is looked up another one can be searched for', async () => {
  server.holds(searchPhonedInAccounts, foundAs(home))
  server.replies(searchPhonedInAccounts, foundAs(shop))
  const user = open()
  await search(user, home.accID)
  const field = await screen.findByRole('textbox', { name: 'Account number' })
  await user.clear(field)
  await user.type(field, `${shop.accID}{Enter}`)
  const box = await screen.findByRole('checkbox', { name: new RegExp(`^Pay account ${shop.accID}`) })
  expect(box).toHaveProperty('disabled', false)
})

test('whom the payment is for is told below the table, so that the first tick moves no box away from the pointer', async () => {
  server.replies(searchPhonedInAccounts, found)
  const user = open()
  await search(user, home.accID, shop.accID)
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Add account ${home.accID}`) }))
  await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Add account ${shop.accID}`) }))
  const table = screen.getByRole('table', { name: phonedInTexts.caption })
  const banner = screen.getByText(/^You’re taking a payment for/)
  expect(banner.textContent).toMatch(/ for .+ \d{10}; .+ \d{10}$/)
  // An owner whose name fills the line takes the semicolon along: none begins the next line.
  expect(banner.querySelector('span')?.textContent).toMatch(/;$/)
  expect(table.compareDocumentPosition(banner)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('in the cart, with its Subtotal (A§2), it is told below the table too, so that unticking the last account moves no box', async () => {
  server.replies(searchPhonedInAccounts, found)
  const user = open()
  await search(user, home.accID)
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Add account ${home.accID}`) }))
  await user.click(screen.getByRole('button', { name: phonedInTexts.addToCart }))
  const cart = await screen.findByRole('table', { name: phonedInTexts.cart })
  expect(screen.getByText(phonedInTexts.subTotal).parentElement?.textContent).toBe('Subtotal $80.53')
  const banner = screen.getByText(/^You’re taking a payment for/)
  expect(cart.compareDocumentPosition(banner)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
