import { accountSummaryTexts, payAll } from '@portal/contract/account-summary'
import { listBills, readConsumption } from '@portal/contract/bills'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { humanCheckTexts } from '@portal/contract/human-check'
import { BillId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountNumber, customerServer, noConsumption, openSignedIn, testBills, testRow } from '../testing/dashboard.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

const loaded = () => screen.findByRole('heading', { level: 1, name: 'Welcome, Maria Cruz' })
const hero = async () => {
  const section = (await loaded()).closest('section')
  if (!section) throw new Error('The heading is in no card')
  return within(section)
}
const payButton = /^Pay \$/
const date = CalendarDate.parse
const pendingPayment = { amount: cents(8053), answersBy: Instant.parse('2026-12-03T23:00:00.000Z') }

// The accounts are as of 11/21/2026 on Guam.
describe('one account', () => {
  test.each([
    ['is due later', { dueDate: date('2026-11-25') }, ['$80.53', 'Due 11/25/2026 · in 4 days']],
    ['is due tomorrow', { dueDate: date('2026-11-22') }, ['Due 11/22/2026 · tomorrow']],
    ['is due today', { dueDate: date('2026-11-21') }, ['Due 11/21/2026 · today']],
    ['is late', { dueDate: date('2026-11-08'), isDueDateRed: true }, ['Past due since 11/08/2026']],
    [
      'has arrears and a newer bill',
      { dueDate: date('2026-12-04'), isDueDateRed: true, arrearsTotal: cents(2000) },
      ['$20.00 past due · Due Now', 'Newest bill due 12/04/2026'],
    ],
    ['is closed and owes', { isActive: false }, ['$80.53', 'Closed']],
  ])('that %s says so in words, and one button names what it pays', async (_which, differences, words) => {
    customerServer([testRow(differences)])
    openSignedIn('/dashboard')
    const card = await hero()
    for (const each of words) card.getByText(each)
    card.getByRole('button', { name: 'Pay $80.53' })
    expect(card.getByRole('button', { name: 'Pay another amount' })).toBeDefined()
  })

  test.each([
    ['is paid', { amount: cents(0) }, 'You’re all paid up'],
    ['is in credit', { amount: cents(-1234) }, '$12.34 in credit'],
    ['waits for a bank', { amount: cents(0), pendingPayment }, 'Submitted, bank confirms by 12/04/2026'],
    ['waits for one with more', { amount: cents(-1), pendingPayment }, 'Submitted, bank confirms by 12/04/2026'],
    ['was never billed', { amount: cents(0), dueDate: null }, 'No bill yet'],
  ])('that %s says so, and paying is only offered as the lesser action', async (_which, differences, words) => {
    customerServer([testRow(differences)])
    const user = openSignedIn('/dashboard')
    const card = await hero()
    card.getByText(words)
    expect(card.queryByRole('button', { name: payButton })).toBeNull()
    await user.click(card.getByRole('button', { name: 'Pay ahead' }))
    const amount = screen.getByRole('textbox', { name: /^Amount to be Paid/ })
    await waitFor(() => expect(document.activeElement).toBe(amount))
    expect(amount).toHaveProperty('value', '0.00')
  })

  test('that waits for a bank is called paid nowhere', async () => {
    const [newest] = testBills(1)
    if (!newest) throw new Error('There is a bill')
    const latestBill = { billId: BillId.parse(newest.billID), billDate: newest.billDate, total: cents(8053) }
    const server = customerServer([testRow({ amount: cents(0), pendingPayment, latestBill })])
    server.replies(listBills, { result: [newest], total: 1 })
    server.replies(readConsumption, noConsumption)
    openSignedIn('/dashboard')
    // Of the bill, and of the account.
    await waitFor(() => expect(screen.getAllByText('Submitted')).toHaveLength(2))
    expect(screen.queryByText('Paid')).toBeNull()
  })

  test.each([
    [
      'goes on the next bill',
      {},
      'On next bill',
      /^Payments start at \$1\.00, so \$0\.40 is added to your next bill\./,
    ],
    [
      'is paid at an office once the account is closed',
      { isActive: false },
      'Closed',
      /Pay \$0\.40 at one of our offices/,
    ],
  ])('that owes less than a payment is not urged to pay: it %s', async (_, differences, chip, sentence) => {
    const late = { dueDate: date('2026-11-08'), arrearsTotal: cents(40) }
    customerServer([testRow({ amount: cents(40), ...late, ...differences })])
    const user = openSignedIn('/dashboard')
    const card = await hero()
    for (const said of ['$0.40', chip, sentence]) card.getByText(said)
    expect(card.queryByRole('button', { name: payButton })).toBeNull()
    expect(screen.queryByText(/Due Now|Past due since/)).toBeNull()
    await user.click(card.getByRole('button', { name: 'Pay ahead' }))
    expect(await screen.findByText('Payments start at $1.00.')).toBeDefined()
  })

  test.each([
    ['a dollar', 100, 'Pay $1.00'],
    ['all that one payment takes', 9_999_999, 'Pay $99,999.99'],
    ['more than that', 12_000_000, 'Pay $99,999.99'],
  ])('that owes %s is offered what one payment takes', async (_, amount, name) => {
    customerServer([testRow({ amount: cents(amount), dueDate: date('2026-11-25') })])
    openSignedIn('/dashboard')
    const card = await hero()
    card.getByRole('button', { name })
    expect(card.queryByText('One payment takes up to $99,999.99.') !== null).toBe(amount > 9_999_999)
  })

  test('that is closed and owes nothing says so, and has nothing to pay ahead', async () => {
    customerServer([testRow({ amount: cents(0), isActive: false })])
    openSignedIn('/dashboard')
    const card = await hero()
    card.getByText('Closed')
    card.getByText('This account is closed. Nothing is due.')
    expect(card.queryAllByRole('button')).toEqual([])
  })

  test('the button takes the customer on to the check-out with the full amount', async () => {
    customerServer([testRow()])
    const user = openSignedIn('/dashboard')
    await user.click((await hero()).getByRole('button', { name: 'Pay $80.53' }))
    await screen.findByRole('dialog', { name: humanCheckTexts.title })
    expect(screen.getByText(/^Sub Total/).textContent).toBe('Sub Total $80.53')
  })

  test('that takes no card says why instead', async () => {
    customerServer([testRow({ cashOnlyFlag: 'Y' })])
    openSignedIn('/dashboard')
    const card = await hero()
    card.getByText(/is cash only/)
    expect(card.queryAllByRole('button')).toEqual([])
  })

  test('is a card with its whole address, without a box for all accounts', async () => {
    customerServer([testRow({ serviceLocation: '235 Ironwood Court, Mongmong, GU, 96910' })])
    openSignedIn('/dashboard')
    await loaded()
    expect(screen.queryByRole('checkbox', { name: payAll })).toBeNull()
    expect((await hero()).getByText('235 Ironwood Court, Mongmong, GU, 96910')).toBeDefined()
  })

  test('has its last bills, each with its state', async () => {
    const [newest, before, oldest] = testBills(3)
    if (!newest || !before || !oldest) throw new Error('There are three bills')
    const latestBill = { billId: BillId.parse(newest.billID), billDate: newest.billDate, total: cents(8053) }
    const server = customerServer([testRow({ latestBill })])
    server.replies(listBills, { result: [newest, before, oldest], total: 30 })
    server.replies(readConsumption, noConsumption)
    openSignedIn('/dashboard')
    const bills = await screen.findByRole('table', { name: 'Bills' })
    const said = within(bills)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
    expect(said).toEqual(['11/13/2026Due 11/25/2026', '11/13/2026Paid', '11/13/2026Paid'])
  })
})

describe('several accounts', () => {
  const late = testRow({
    accID: accountNumber(1),
    amount: cents(50_000),
    isDueDateRed: true,
    arrearsTotal: cents(50_000),
  })
  const soon = testRow({ accID: accountNumber(2), amount: cents(25_000), dueDate: date('2026-11-30') })
  const credit = testRow({ accID: accountNumber(3), amount: cents(-100) })
  const closed = testRow({ accID: accountNumber(4), amount: cents(0), isActive: false })

  test('the total, where the accounts stand, and one button for all that is due', async () => {
    customerServer([late, soon, credit, closed])
    const user = openSignedIn('/dashboard')
    const card = await hero()
    card.getByText('Total due · 2 of 4 accounts due')
    card.getByText('$750.00')
    card.getByText('1 past due · $500.00')
    const glance = within(screen.getByRole('heading', { name: 'At a glance' }).parentElement ?? document.body)
    glance.getByText('1 account · $250.00')
    await user.click(card.getByRole('button', { name: 'Pay $750.00' }))
    await screen.findByRole('dialog', { name: humanCheckTexts.title })
    expect(screen.getByText('2 selected')).toBeDefined()
  })

  test('given only a part is past due, then the button says how much of it is', async () => {
    customerServer([late, soon])
    openSignedIn('/dashboard')
    expect((await hero()).getByText('The button pays $500.00 past due and $250.00 not due yet.')).toBeDefined()
  })

  test('given none could be loaded, then nothing says that all is paid', async () => {
    const missing = [5, 6].map(
      (number) => ({ isComplete: false, accID: accountNumber(number), isBeingPaid: false }) as const,
    )
    customerServer(missing)
    openSignedIn('/dashboard')
    const card = await hero()
    card.getByText('2 accounts not loaded')
    expect(card.queryByText('You’re all paid up')).toBeNull()
    expect(card.queryByText('$0.00')).toBeNull()
  })

  test('given more is owed than one payment takes, then the button pays what is past due, and says so', async () => {
    customerServer([late, { ...soon, amount: cents(9_999_999) }])
    openSignedIn('/dashboard')
    const card = await hero()
    card.getByRole('button', { name: 'Pay $500.00' })
    const says = /One payment takes up to \$99,999\.99\. The button pays the account that is past due, in full\./
    expect(card.getByText(says)).toBeDefined()
  })

  test('what exceeds one payment is said while ticking, and one press keeps what fits', async () => {
    customerServer([{ ...soon, amount: cents(9_999_999) }, late])
    const user = openSignedIn('/dashboard')
    await loaded()
    await user.click(screen.getByRole('checkbox', { name: `Pay account ${late.accID}` }))
    screen.getByText('$99,499.99 more fits into one payment')
    await user.click(screen.getByRole('checkbox', { name: payAll }))
    screen.getByText(/Over the limit of one payment, \$99,999\.99: untick \$500\.00\./)
    await user.click(screen.getByRole('button', { name: 'Or pay only the one due first now' }))
    expect(screen.getByText(/^Sub Total/).textContent).toBe('Sub Total $500.00')
  })

  test('one account above the limit of one payment starts with as much as one takes, and says so', async () => {
    customerServer([{ ...soon, amount: cents(10_000_000) }, late])
    const user = openSignedIn('/dashboard')
    await loaded()
    await user.click(screen.getByRole('checkbox', { name: `Pay account ${soon.accID}` }))
    screen.getByText('One payment takes up to $99,999.99.')
    expect(screen.getByText(/^Sub Total/).textContent).toBe('Sub Total $99,999.99')
    expect(screen.queryByRole('button', { name: /^Or pay only/ })).toBeNull()
  })

  test('the bar to pay is only there while something is ticked', async () => {
    customerServer([late, soon])
    const user = openSignedIn('/dashboard')
    await loaded()
    expect(screen.queryByRole('button', { name: humanCheckTexts.verify })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: payAll }))
    screen.getByRole('button', { name: humanCheckTexts.verify })
  })
})

test('many accounts come twenty at a time, on paper all at once; filters and an order shorten the way', async () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    testRow({ accID: accountNumber(index + 1), amount: cents(index < 3 ? 0 : index * 100), isDueDateRed: index > 22 }),
  )
  customerServer(rows)
  const user = openSignedIn('/dashboard')
  await loaded()
  const shown = () => screen.getAllByRole('rowheader').map(({ textContent }) => Number(textContent))
  expect(shown()).toHaveLength(20)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(shown()).toHaveLength(25)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(shown()).toHaveLength(20)
  await user.click(screen.getByRole('radio', { name: 'Past due 2' }))
  await waitFor(() => expect(shown()).toEqual([24, 25]))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Amount, largest first')
  await waitFor(() => expect(shown()).toEqual([25, 24]))
  await user.click(screen.getByRole('radio', { name: 'Owing only 22' }))
  await waitFor(() => expect(shown()).toHaveLength(20))
  expect(shown().at(0)).toBe(25)
  screen.getByText('Showing 20 of 22 accounts')
  expect(within(screen.getByRole('table', { name: accountSummaryTexts.caption })).queryByText('Paid')).toBeNull()
})
