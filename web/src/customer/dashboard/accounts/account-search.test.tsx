import { readAccountSummary, payAllFound } from '@portal/contract/account-summary'
import { Instant } from '@portal/contract/dates'
import { sendTicket } from '@portal/contract/help-and-support'
import { humanCheckTexts } from '@portal/contract/human-check'
import { cents } from '@portal/contract/money'
import { popupOk } from '@portal/contract/page-words'
import { paymentFormTexts } from '@portal/contract/payments'
import { accountSearchTexts } from '@portal/contract/phoned-in'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountNumber, customerServer, openSignedIn, testRow } from '../testing/dashboard.ts'
import { findAccounts } from './account-search.tsx'
import type { ShownRow } from './use-accounts.ts'

const asOf = Instant.parse('2026-11-20T22:00:00.000Z')

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

/** So many accounts, $1.00 due on the first, $2.00 on the second and so on, those with an even number in Yigo. */
const accounts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    testRow({
      accID: accountNumber(index + 1),
      serviceLocation: `${index + 1} Marine Corps Dr, ${index % 2 === 1 ? 'Yigo' : 'Tamuning'}, GU`,
      amount: cents(100 * (index + 1)),
    }),
  )

const searchField = () => screen.findByRole('searchbox', { name: accountSearchTexts.label })
const shownRows = () => screen.getAllByRole('row').length - 1
const tickBox = (number: number) => screen.getByRole('checkbox', { name: `Pay account ${accountNumber(number)}` })

test('up to twenty accounts need no search', async () => {
  customerServer(accounts(20))
  openSignedIn('/dashboard')
  await screen.findByText('Accounts: 20 / 20')
  expect(screen.queryByRole('searchbox')).toBeNull()
  // Only with more would a phone take long to lay all cards out.
  expect(screen.getByRole('table').closest('[data-many]')).toBeNull()
})

test('the search hides what it does not find, counts it on and says so, and brings it back', async () => {
  const all = accounts(21)
  customerServer(all.slice(0, 6), all.slice(6))
  const user = openSignedIn('/dashboard')
  const field = await searchField()
  await screen.findByText('Accounts: 21 / 21')
  await user.click(tickBox(1))
  await user.click(tickBox(20))

  await user.type(field, 'yigo 2')
  await screen.findByText('3 of 21 accounts found', { selector: 'p' })
  await screen.findByText('Accounts: 3 / 21')
  expect(shownRows()).toBe(3)
  screen.getByText('2 selected (1 hidden by your search)')
  screen.getByText('$21.00', { selector: 'strong' })
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((each) => each.textContent)).toContain('3 of 21 accounts found'),
  )

  await user.click(screen.getByRole('checkbox', { name: payAllFound }))
  screen.getByText('4 selected (1 hidden by your search)')

  await user.type(field, ' nowhere')
  await screen.findByText('No accounts found', { selector: 'p' })
  await screen.findByText('4 selected (4 hidden by your search)')
  expect(screen.queryByRole('row')).toBeNull()

  await user.click(screen.getByRole('button', { name: accountSearchTexts.showAll }))
  await waitFor(() => expect(shownRows()).toBe(20))
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(shownRows()).toBe(21)
  expect(screen.getByRole('table').closest('[data-many]')).not.toBeNull()
  expect(document.activeElement?.textContent).toBe('0000000021')
  await user.click(field)
  expect(document.activeElement).toBe(field)
  screen.getByText('4 selected')
})

test('while accounts are still arriving, it says among how many it looked', async () => {
  const server = customerServer(accounts(6))
  server.forget(readAccountSummary)
  server.replies(readAccountSummary, { accounts: accounts(6), total: 21, next: accountNumber(6), asOf })
  const letGo = server.holds(readAccountSummary, { accounts: accounts(21).slice(6), total: 21, next: null, asOf })
  const user = openSignedIn('/dashboard')
  await user.type(await searchField(), 'yigo')
  await screen.findByText('3 found so far. 6 of 21 accounts loaded.', { selector: 'p' })
  letGo()
  await screen.findByText('10 of 21 accounts found', { selector: 'p' })
  await waitFor(() => expect(shownRows()).toBe(10))
})

test('an amount that stops the check-out is not hidden', async () => {
  customerServer(accounts(21))
  const user = openSignedIn('/dashboard')
  const field = await searchField()
  await user.click(tickBox(1))
  await user.clear(screen.getByRole('textbox', { name: new RegExp(accountNumber(1)) }))
  await user.click(tickBox(2))
  await user.type(field, 'yigo')
  await waitFor(() => expect(shownRows()).toBe(10))
  await user.click(screen.getByRole('button', { name: humanCheckTexts.verify }))
  const popup = within(await screen.findByRole('alertdialog'))
  popup.getByText(paymentFormTexts.amountMissing)
  await user.click(popup.getByRole('button', { name: popupOk }))
  const wrong = await screen.findByRole('textbox', { name: new RegExp(accountNumber(1)) })
  expect(wrong.getAttribute('aria-invalid')).toBe('true')
})

test('Account info and My Bills lead to a found account', async () => {
  customerServer(accounts(21))
  const user = openSignedIn('/dashboard?view=bills')
  const field = await searchField()
  await user.type(field, 'marine')
  await screen.findByText('Showing the first 8. Type more to narrow the list.')
  expect(within(screen.getByRole('list', { name: 'Accounts found' })).getAllByRole('link')).toHaveLength(8)
  await user.clear(field)
  await user.type(field, '16')
  const found = within(await screen.findByRole('list', { name: 'Accounts found' }))
  await user.click(await found.findByRole('link', { name: '0000000016 – 16 Marine Corps Dr, Yigo, GU' }))
  await waitFor(() => expect(location.search).toBe('?view=bills&account=0000000016'))
  const choice = screen.getByRole('combobox', { name: 'Account' })
  expect(choice).toHaveProperty('value', '0000000016')
  expect(document.activeElement).toBe(choice)
  expect(screen.queryByRole('list', { name: 'Accounts found' })).toBeNull()
})

test('the search shortens the list of the help form, keeps what is chosen on it, and Enter sends nothing', async () => {
  const all = accounts(21)
  const server = customerServer(all.slice(0, 6), all.slice(6))
  const user = openSignedIn('/dashboard?view=help')
  const field = await searchField()
  const list = within(await screen.findByLabelText('Account (optional)'))
  await waitFor(() => expect(list.getAllByRole('option')).toHaveLength(22))
  await user.selectOptions(screen.getByLabelText('Account (optional)'), accountNumber(1))
  await user.type(field, 'yigo 2{Enter}')
  await waitFor(() =>
    expect(list.getAllByRole('option').map((option) => option.getAttribute('value'))).toEqual(
      ['', 1, 2, 12, 20].map((number) => (number === '' ? '' : accountNumber(Number(number)))),
    ),
  )
  expect(screen.getByLabelText('Account (optional)')).toHaveProperty('value', accountNumber(1))
  expect(screen.queryByText('There is a problem')).toBeNull()
  expect(server.askedFor(sendTicket)).toEqual([])
})

const at = (number: number, serviceLocation: string): ShownRow => {
  const accID = accountNumber(number)
  return { accID, row: testRow({ accID, serviceLocation }), asOf, isKept: false }
}
const rows: ShownRow[] = [
  at(1234, '12 Marine Corps Dr, Tamuning, GU 96913'),
  at(5678, '7 Chalan Santo Papa, Hagåtña, GU 96910'),
  { accID: accountNumber(5699), row: null },
]

test.each([
  ['a part of the number', '123', ['0000001234']],
  ['a number with something between its digits', '00-0000 5678', ['0000005678']],
  ['a number whose account could not be looked up', '5699', ['0000005699']],
  ['a word of the location, in any case', 'TAMUN', ['0000001234']],
  ['a word without its accents', 'hagatna', ['0000005678']],
  ['a word with its accents', 'Hagåtña', ['0000005678']],
  ['several words in any order', 'papa santo', ['0000005678']],
  ['digits of a house and a street', '12 marine', ['0000001234']],
  ['words that no account has all of', 'papa tamuning', []],
  ['what nothing has', 'Yigo', []],
])('%s finds its accounts', (_what, words, found) => {
  expect([...(findAccounts(rows, words) ?? [])]).toEqual(found)
})

test('without a word nothing is looked for', () => {
  expect(findAccounts(rows, '  ')).toBeNull()
})
