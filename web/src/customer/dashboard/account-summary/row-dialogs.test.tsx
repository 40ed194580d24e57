import { accountSummaryTexts } from '@portal/contract/account-summary'
import { listBills, dialogRows } from '@portal/contract/bills'
import { CalendarDate } from '@portal/contract/dates'
import { readPaymentHistory, paymentHistoryTexts } from '@portal/contract/payment-history'
import { commonProblems } from '@portal/contract/problem'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountNumber, customerServer, openSignedIn, testBills, twoAccounts } from '../testing/dashboard.ts'

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
