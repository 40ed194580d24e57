import { readAdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { dateRanges, typedDateTexts } from '@portal/contract/dates'
import { readIndividualPayments } from '@portal/contract/one-payment'
import { reportColumns, reportTotals, reportsTexts, searchTransactions } from '@portal/contract/reports'
import type { PortalStart } from '@portal/contract/utility'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { startWithBanks } from '#testing/data.ts'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'
import { noFilters } from './report-address.ts'
import { testFound, testPayment } from './testing/report.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 3 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (query = '') =>
  openPortal(`/admin-dashboard?view=reports${query}`, { signedIn: { customer: false, admin: true } })
const asked = () => server.askedFor(searchTransactions).map(({ body }) => body)
const button = (name: string) => screen.getByRole('button', { name })
const field = (label: string) => within(screen.getByRole('search')).getByLabelText<HTMLInputElement>(label)
/** The chip that opens a field. */
const chipOf = (label: string) =>
  within(screen.getByRole('search'))
    .getAllByRole('button')
    .find((chip) => document.getElementById(chip.getAttribute('aria-controls') ?? '')?.contains(field(label)))
async function enter(user: UserEvent, label: string, text: string): Promise<void> {
  const chip = chipOf(label)
  if (chip?.getAttribute('aria-expanded') === 'false') await user.click(chip)
  await user.clear(field(label))
  await fill(user, field(label), text)
}
const newest = { ...noFilters, sort: 'payment_date', direction: 'desc', page: 1, size: 10 }

describe('the list', () => {
  test('is fetched newest first, ten per page (A§9), and shows the totals of the whole result', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)], 1234))
    open()
    expect(await screen.findByRole('rowheader', { name: '11/21/2026 8:00:00 AM' })).toBeTruthy()
    expect(asked()).toEqual([newest])
    expect(screen.getByRole('heading', { level: 2, name: reportsTexts.title })).toBeTruthy()
    expect(screen.getByText(reportTotals.sumOnline).nextElementSibling?.textContent).toBe('$1,234,567.80')
    expect(screen.getByText(reportTotals.totalOnline).nextElementSibling?.textContent).toBe('1,234')
    expect(screen.getByText('1,234 payments')).toBeTruthy()
    const head = screen.getByRole('columnheader', { name: 'Payment Date' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
  })

  test('offers four pages at once, and fetches the others as of the first', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)], 60))
    const user = open()
    await screen.findByRole('rowheader')
    const pages = () => screen.getAllByRole('button', { name: /^Page / }).map(({ textContent }) => textContent)
    expect(pages()).toEqual(['1', '2', '3', '4'])
    // On paper, where the buttons are not.
    // Also announced, when the page is turned.
    expect(screen.getByText('Page 1 of 6').role).toBe('status')
    await user.click(button('Page 4'))
    await waitFor(() => expect(pages()).toEqual(['3', '4', '5', '6']))
    await waitFor(() => expect(asked()).toEqual([newest, { ...newest, page: 4, asOf: 500 }]))
    expect(location.search).toContain('page=4&asOf=500')
    await user.selectOptions(screen.getByLabelText('Rows per page'), '50')
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...newest, size: 50, asOf: 500 }))
  })

  test('is sorted by its columns, from the first page', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)], 60))
    const user = open('&page=3&asOf=400')
    await screen.findByRole('rowheader')
    const amount = screen.getByRole('columnheader', { name: 'Amount' })
    const sort = within(amount).getByRole('button', { name: 'Amount' })
    await user.click(sort)
    await waitFor(() => expect(amount.getAttribute('aria-sort')).toBe('descending'))
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...newest, sort: 'amount', asOf: 500 }))
    await user.click(sort)
    await waitFor(() => expect(amount.getAttribute('aria-sort')).toBe('ascending'))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: 'amount', direction: 'asc', page: 1 }))
  })

  test('says so when the address names a page that there is not', async () => {
    server.replies(searchTransactions, testFound([], 12))
    const user = open('&page=9')
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: 1 }))
  })

  test.each([
    ['Go to the first page', '&page=9', 12],
    ['Show all payments', '&receipt=W-1', 0],
  ])('keeps the focus in the report when %s has led to payments', async (name, address, total) => {
    server.replies(searchTransactions, testFound([], total))
    server.replies(searchTransactions, testFound([testPayment(7)]))
    const user = open(address)
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByRole('rowheader')
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toBe(document.activeElement))
  })
})

describe('who made a payment', () => {
  const withCards = () =>
    openPortal('/admin-dashboard?view=reports&made_by=AutoPay', {
      signedIn: { customer: false, admin: true },
      savesCards: true,
    })

  test('stands beside its mode, and is a filter, where the gateway keeps cards', async () => {
    server.replies(searchTransactions, testFound([testPayment(1, { made_by: 'AutoPay' })]))
    withCards()
    expect(await screen.findByRole('columnheader', { name: reportColumns.made_by })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Made by: AutoPay' })).toBeTruthy()
    expect(server.askedFor(searchTransactions)[0]?.body).toMatchObject({ made_by: 'AutoPay' })
  })

  test('is not spoken of elsewhere', async () => {
    server.replies(searchTransactions, testFound([testPayment(1)]))
    open()
    expect(await screen.findByRole('columnheader', { name: reportColumns.mode })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: reportColumns.made_by })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Made by/ })).toBeNull()
  })
})

describe('the method of a payment', () => {
  const openWith = (start: Partial<PortalStart>) =>
    openPortal('/admin-dashboard?view=reports&method=Bank+account', {
      signedIn: { customer: false, admin: true },
      ...start,
    })

  test('is a column and a filter where bank accounts pay, and the sums say what they lack', async () => {
    const row = testPayment(1, {
      brand: null,
      bankName: 'First Hawaiian',
      bankAccountType: 'checking',
      method: 'Bank account',
    })
    const { result } = testFound([row])
    server.replies(searchTransactions, { result: { ...result, processing: { payments: 3, amount: '210.00' } } })
    openWith(startWithBanks)
    expect(await screen.findByRole('cell', { name: 'First Hawaiian, checking ending in 1111' })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: reportColumns.method })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Method: Bank account' })).toBeTruthy()
    expect(server.askedFor(searchTransactions)[0]?.body).toMatchObject({ method: 'Bank account' })
    expect(screen.getByText(/Not included: 3 bank payments of \$210\.00/)).toBeTruthy()
  })

  test('is not spoken of elsewhere', async () => {
    server.replies(searchTransactions, testFound([testPayment(1)]))
    openWith({})
    expect(await screen.findByRole('columnheader', { name: reportColumns.mode })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: reportColumns.method })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Method/ })).toBeNull()
    expect(screen.queryByText(/bank payment/)).toBeNull()
  })
})

describe('the details of a payment', () => {
  beforeEach(() => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    server.replies(readIndividualPayments, { result: { data: [], bank: null } })
  })

  test('lead finance to where it is resolved or refunded, without looking for it again', async () => {
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^Details/ }))
    await user.click(await screen.findByRole('link', { name: reportsTexts.exceptions }))
    await waitFor(() => expect(location.search).toBe('?view=reports&part=exceptions&payment=7'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('lead nobody there who may not', async () => {
    server.forget(readAdminSession)
    server.replies(readAdminSession, testAdmin({ level: 2 }))
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^Details/ }))
    await screen.findByRole('dialog')
    expect(screen.queryByRole('link', { name: reportsTexts.exceptions })).toBeNull()
  })
})

describe('a search', () => {
  test('is kept in the address, runs again when it is pressed again, and Back shows the previous result', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    const user = open()
    await screen.findByRole('rowheader')
    await enter(user, 'Username', ' maria ')
    await user.click(button(reportsTexts.search))
    await waitFor(() => expect(asked()).toEqual([newest, { ...newest, username: 'maria' }]))
    await user.click(button(reportsTexts.search))
    await waitFor(() => expect(asked()).toHaveLength(3))
    expect(location.search).toBe('?view=reports&username=maria')
    expect(chipOf('Username')?.textContent).toBe('Username: maria')
    act(() => history.back())
    await waitFor(() => expect(field('Username').value).toBe(''))
    expect(chipOf('Username')?.textContent).toBe('Username')
  })

  test.each([
    ['02/30/2026', '', 'From date', typedDateTexts.noSuchDate],
    ['last week', '', 'From date', typedDateTexts.date],
    ['02/10/2026', '2/9/2026', 'To date', typedDateTexts.reversedDates],
  ])('from %s to %s is not asked, with what is wrong at the field', async (from, to, label, message) => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    const user = open()
    await screen.findByRole('rowheader')
    await enter(user, 'From date', from)
    if (to) await enter(user, 'To date', to)
    await user.click(button(reportsTexts.search))
    expect(document.activeElement).toBe(field(label))
    expect(
      document.getElementById(field(label).getAttribute('aria-describedby')?.split(' ')[1] ?? '')?.textContent,
    ).toBe(`Error: ${message}`)
    expect(asked()).toHaveLength(1)
    expect(field('From date').value).toBe(from)
    await user.click(button(reportsTexts.clear))
    expect(field('From date').value).toBe('')
    expect(screen.queryByText(message)).toBeNull()
  })

  test('runs once its date is valid, with all other input', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    const user = open()
    await screen.findByRole('rowheader')
    await enter(user, 'Username', 'maria')
    await enter(user, 'To date', '02/30/2026')
    await user.click(button(reportsTexts.search))
    expect(asked()).toEqual([newest])
    await enter(user, 'To date', '03/03/2026')
    await user.click(button(reportsTexts.search))
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...newest, username: 'maria', pay_date_end: '03/03/2026' }))
    expect(screen.queryByText(typedDateTexts.noSuchDate)).toBeNull()
  })

  test.each(['Credit Card', 'Receipt Number', 'Username'])(
    'with a whole card number as %s goes nowhere, not even into the address (P1)',
    async (label) => {
      server.replies(searchTransactions, testFound([testPayment(7)]))
      const user = open()
      await screen.findByRole('rowheader')
      await enter(user, label, '4111 1111 1111 1111')
      await user.click(button(reportsTexts.search))
      expect(screen.getByText(reportsTexts.cardNumber)).toBeTruthy()
      expect(document.activeElement).toBe(field(label))
      expect(asked()).toHaveLength(1)
      expect(location.search).toBe('?view=reports')
    },
  )

  test('for the dates of a range takes one press, and keeps what else was typed', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    // In Guam it is already the 21st.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T22:00:00.000Z') })
    const user = open()
    await screen.findByRole('rowheader')
    await enter(user, 'Username', 'maria')
    await user.click(button('Dates: Any'))
    await user.click(button(dateRanges.yesterday))
    const yesterday = { pay_date_start: '11/20/2026', pay_date_end: '11/20/2026' }
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...newest, ...yesterday, username: 'maria' }))
    expect(field('From date').value).toBe('11/20/2026')
    expect(chipOf('From date')?.textContent).toBe('11/20/2026')
    expect(document.activeElement).toBe(chipOf('From date'))
    expect(location.search).toContain('pay_date_end=11%2F20%2F2026')
  })

  test('opens with the focus in its first field, and Escape closes it', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    const user = open()
    await screen.findByRole('rowheader')
    await user.click(button('Username'))
    expect(document.activeElement).toBe(field('Username'))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(chipOf('Username'))
    expect(chipOf('Username')?.getAttribute('aria-expanded')).toBe('false')
  })

  test('takes a day from the calendar as it would be typed', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    const user = open('&pay_date_end=11%2F27%2F2026')
    await screen.findByRole('rowheader')
    await user.click(button('Until 11/27/2026'))
    const opened = vi.fn<() => void>()
    HTMLInputElement.prototype.showPicker = opened
    await user.click(button('From date: choose in the calendar'))
    expect(opened).toHaveBeenCalledOnce()
    const calendar = field('From date').parentElement?.querySelector('[type=date]')
    if (calendar) fireEvent.change(calendar, { target: { value: '2026-11-01' } })
    expect(field('From date').value).toBe('11/01/2026')
    await user.click(button(reportsTexts.search))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ pay_date_start: '11/01/2026' }))
    expect(chipOf('From date')?.textContent).toBe('11/01/2026 – 11/27/2026')
  })

  test('whose address has an invalid date is shown with the error, and does not run', async () => {
    open('&pay_date_end=02%2F30%2F2026')
    expect(await screen.findByText(typedDateTexts.noSuchDate)).toBeTruthy()
    expect(field('To date').value).toBe('02/30/2026')
    expect(asked()).toEqual([])
  })

  test('that finds nothing says so, with the way back to all payments (A§8)', async () => {
    server.replies(searchTransactions, testFound([]))
    const user = open('&receipt=W-1')
    expect(await screen.findByText(reportsTexts.noPayments)).toBeTruthy()
    await user.click(button('Show all payments'))
    await waitFor(() => expect(asked().at(-1)).toEqual(newest))
    expect(field('Receipt Number').value).toBe('')
  })

  test('that fails keeps the input, and can be retried', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    server.isUnreachableFor(searchTransactions)
    server.replies(searchTransactions, testFound([testPayment(8)]))
    const user = open()
    await screen.findByRole('rowheader')
    await enter(user, 'Receipt Number', 'W-8')
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain(adminConsoleTexts.serverError)
    expect(field('Receipt Number').value).toBe('W-8')
    await user.click(button('Try again'))
    expect(await screen.findByRole('cell', { name: 'W-8' })).toBeTruthy()
  })
})

describe('payments that come while a list is read', () => {
  const minute = 60_000
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

  test('are announced after a minute, and shown on request', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)], 11))
    server.replies(searchTransactions, testFound([testPayment(9)], 13, 502))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse('2026-11-20T22:00:00.000Z') })
    open()
    await screen.findByRole('rowheader')
    pass(minute - 20_000)
    fireEvent.keyDown(document.body, { key: 'Tab' })
    pass(20_000)
    expect(await screen.findByText('2 new payments')).toBeTruthy()
    expect(screen.getByRole('cell', { name: 'W-7' })).toBeTruthy()
    fireEvent.click(button(reportsTexts.showNew))
    expect(await screen.findByRole('cell', { name: 'W-9' })).toBeTruthy()
    expect(asked().at(-1)).toEqual(newest)
    expect(screen.queryByText('2 new payments')).toBeNull()
  })

  test('are announced at once when an older list is opened', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)], 11, 400))
    server.replies(searchTransactions, testFound([testPayment(9)], 12, 502))
    open('&page=2&asOf=400')
    expect(await screen.findByText('1 new payment')).toBeTruthy()
    expect(asked()).toEqual([{ ...newest, page: 2, asOf: 400 }, newest])
  })

  test('are not fetched while nobody is active, so that the session can end (A§4)', async () => {
    server.replies(searchTransactions, testFound([testPayment(7)]))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse('2026-11-20T22:00:00.000Z') })
    open()
    await screen.findByRole('rowheader')
    pass(5 * minute)
    expect(asked()).toHaveLength(1)
  })
})
