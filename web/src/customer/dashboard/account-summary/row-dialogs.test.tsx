import { accountSummaryTexts, readUserDetails } from '@portal/contract/account-summary'
import { listUnverifiedPayments } from '@portal/contract/bank-payments'
import { listBills, dialogRows } from '@portal/contract/bills'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { readPaymentHistory, paymentHistoryTexts } from '@portal/contract/payment-history'
import { commonProblems } from '@portal/contract/problem'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testCheckoutId, testStart } from '#testing/data.ts'
import {
  accountNumber,
  customerServer,
  openSignedIn,
  testBills,
  testDetails,
  twoAccounts,
} from '../testing/dashboard.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the dialogs of a row (C§2.5)', () => {
  test('View Bill shows the last eighteen and links to My Bills when there are more', async () => {
    const server = customerServer(twoAccounts)
    server.replies(listBills, { result: testBills(dialogRows), total: 40 })
    const user = openSignedIn('/dashboard')
    await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0] ?? document.body)
    await user.click(screen.getByRole('button', { name: 'View Bill' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findAllByRole('link', { name: /^View Bill/ })).toHaveLength(dialogRows)
    expect(server.askedFor(listBills)[0]?.body).toEqual({ accountId: '0000000001', page: 1, size: dialogRows })
    const link = dialog.getByRole('link', { name: 'See all 40 bills for this account' })
    expect(link.getAttribute('href')).toBe('/dashboard?view=bills&account=0000000001')
  })

  test.each([
    ['none', [], paymentHistoryTexts.none],
    ['a payment', [{ TotalAmount: '-80.53', FinancialTransactionType: 'PS' }], 'Payment'],
    ['one taken back', [{ TotalAmount: '80.53', FinancialTransactionType: 'PX' }], 'Payment Adjustment'],
  ])('Payment History says what there is: %s (C§3)', async (_what, items, words) => {
    const server = customerServer(twoAccounts)
    const item = { ArrearsDate: CalendarDate.parse('2026-10-01'), Parent: accountNumber(1), receiptNumber: null }
    server.replies(readPaymentHistory, { result: items.map((one) => ({ ...item, ...one })) })
    const user = openSignedIn('/dashboard')
    await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0] ?? document.body)
    await user.click(screen.getByRole('button', { name: 'Payment History' }))
    expect(await within(await screen.findByRole('dialog')).findByText(words)).toBeTruthy()
  })
})

test.each([
  ['verifying', 'Awaiting verification until 12/01/2026'],
  ['submitted', 'Submitted, bank confirms by 12/01/2026'],
  ['returned', 'Returned'],
] as const)('Payment History says of a bank payment that it is %s, and opens it', async (standing, words) => {
  const server = customerServer(twoAccounts)
  const bank = { standing, by: Instant.parse('2026-11-30T22:00:00.000Z'), checkout: testCheckoutId }
  const payment = { TotalAmount: '-80.53', FinancialTransactionType: 'PS', receiptNumber: null, bank }
  server.replies(readPaymentHistory, {
    result: [{ ArrearsDate: CalendarDate.parse('2026-11-20'), Parent: accountNumber(1), ...payment }],
  })
  const user = openSignedIn('/dashboard')
  await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0] ?? document.body)
  await user.click(screen.getByRole('button', { name: 'Payment History' }))
  const link = await within(await screen.findByRole('dialog')).findByRole('link', { name: words })
  expect(link.getAttribute('href')).toBe(`/payment-result?id=${testCheckoutId}&by=customer`)
})

test('a payment whose bank account is to be verified stands above the accounts, and leads to the form', async () => {
  const server = customerServer(twoAccounts)
  server.forget(readUserDetails)
  server.replies(readUserDetails, { result: { ...testDetails, isPaymentUnverified: true } })
  server.replies(listUnverifiedPayments, {
    payments: [{ checkout: testCheckoutId, amount: cents(8_053), verifyBy: Instant.parse('2026-11-30T22:00:00.000Z') }],
  })
  const bankPayments = { credit: 'submission', sourceCode: 'ACH' } as const
  openSignedIn('/dashboard', { profile: { ...testStart.profile, bankPayments } })
  await screen.findByText('Your payment of $80.53 is not made yet.')
  const link = screen.getByRole('link', { name: 'Verify your bank account by 12/01/2026' })
  expect(link.getAttribute('href')).toBe(`/payment-result?id=${testCheckoutId}&by=customer`)
})

test('without such a payment, nothing is asked about them', async () => {
  const server = customerServer(twoAccounts)
  openSignedIn('/dashboard')
  await screen.findAllByRole('button', { name: /^More/ })
  expect(server.askedFor(listUnverifiedPayments)).toEqual([])
})

test.each([
  ['View Bill', listBills],
  ['Payment History', readPaymentHistory],
] as const)(
  '%s while the billing records are away: the words of C§8, what is away, and what to quote',
  async (name, call) => {
    customerServer(twoAccounts).refuses(call, 'partner-down', commonProblems['partner-down'])
    const user = openSignedIn('/dashboard')
    await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0] ?? document.body)
    await user.click(screen.getByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog'))
    const told = (await dialog.findByRole('alert')).textContent
    for (const words of [accountSummaryTexts.loadFailed, commonProblems['partner-down'].title, 'req-1']) {
      expect(told).toContain(words)
    }
  },
)
