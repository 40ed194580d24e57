import type { AdminLevel } from '@portal/contract/admin-levels'
import { type AskedRefund, askForRefund, readAskedRefund } from '@portal/contract/asked-refunds'
import { returnWords } from '@portal/contract/bank-accounts'
import { cardMessages } from '@portal/contract/card'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { actOnPayment } from '@portal/contract/exceptions'
import { billingStatuses, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { AccountNumber } from '@portal/contract/ids'
import {
  cancelForPayer,
  readBillingPayments,
  readIndividualPayments,
  readWebPayments,
  searchTransactionLogs,
  sendReceipt,
  type TransactionLog,
  historyRows,
  logEntries,
} from '@portal/contract/one-payment'
import { staffStatuses, reportsTexts } from '@portal/contract/reports'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PortalStartProvider } from '#api/portal-start.tsx'
import { Queries } from '#api/queries.tsx'
import { testStart } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
import { type Shown, PaymentDialog } from './payment-dialog.tsx'
import { testPayment } from './testing/report.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

const account = AccountNumber.parse('0123456789')
const at = Instant.parse('2026-11-20T22:00:00.000Z')
const payment = testPayment(7, { status: 'declined', receipt_number: '', bank_response: 'Do not honor' })

function Open({ first, level }: { readonly first: Shown; readonly level: AdminLevel }) {
  const [shown, setShown] = useState(first)
  return (
    <PortalStartProvider start={testStart}>
      <Queries>
        <PaymentDialog level={level} shown={shown} onShow={setShown} onClose={() => undefined} />
      </Queries>
    </PortalStartProvider>
  )
}

function open(first: Shown, level: AdminLevel = 2) {
  render(<Open first={first} level={level} />)
  return userEvent.setup()
}

const empty: TransactionLog = {
  overallId: 7,
  save_over_all_transaction: [],
  save_individual_transation: [],
  payeezy_response: [],
  save_ccb_response: [],
  email_response: [],
  update_over_all_transaction: [],
  update_individual_transaction: [],
}

test("the log is shown under its seven entries, in the utility's time (A§3)", async () => {
  const declined = { at, text: 'The card was declined: Do not honor.' }
  server.replies(searchTransactionLogs, { result: [{ ...empty, payeezy_response: [declined] }] })
  open({ kind: 'log', payment })
  const line = (await screen.findByText(declined.text)).closest('li')
  expect(line?.textContent).toBe(`11/21/2026 8:00:00 AM${declined.text}`)
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(Object.values(logEntries))
  expect(screen.getAllByText('No entries yet.')).toHaveLength(6)
  expect(server.askedFor(searchTransactionLogs)[0]?.body).toEqual({
    overallId: 7,
    pay_date_start: '',
    pay_date_end: '',
  })
})

test('without a log it says so (A§8)', async () => {
  server.replies(searchTransactionLogs, { result: [] })
  open({ kind: 'log', payment })
  expect(await screen.findByText(reportsTexts.noLog)).toBeTruthy()
})

test('details show the individual payments and lead to the history of each account, and back', async () => {
  const individual = { account_number: account, receipt_num: '', amount: '1234.50', payment_date: at } as const
  const declined = { status: 'DECLINED', standing: 'declined', ccb_status: '0', billing: 'none' } as const
  server.replies(readIndividualPayments, { result: { data: [{ ...individual, ...declined }], bank: null } })
  server.replies(readWebPayments, { result: [] })
  server.replies(readBillingPayments, { result: [] })
  const user = open({ kind: 'details', payment })
  const row = (await screen.findByRole('rowheader', { name: account })).closest('tr')
  expect(row?.textContent).toContain('DECLINED')
  expect(row?.textContent).toContain('$1,234.50')
  expect(row?.textContent).toContain('11/21/2026 8:00:00 AM')
  expect(screen.getByText('Do not honor')).toBeTruthy()
  expect(screen.getByText(payment.reference)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: new RegExp(`^${reportsTexts.paymentHistory}.*${account}$`) }))
  expect(await screen.findByText(reportsTexts.noPayments)).toBeTruthy()
  expect(await screen.findByText(reportsTexts.empty)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back to the payment' }))
  expect(await screen.findByRole('rowheader', { name: account })).toBeTruthy()
})

test('of a bank account, the details say why the bank returned it, and what the payer reads', async () => {
  const returned = { reason: 'unauthorized', code: 'R10' } as const
  const bank = { holder: 'Maria Cruz', authorizedAt: at, answersBy: null, returned, outcome: 'returned' } as const
  server.replies(readIndividualPayments, { result: { data: [], bank } })
  const paid = testPayment(9, {
    status: 'returned',
    brand: null,
    bankName: 'First Hawaiian',
    bankAccountType: 'savings',
  })
  open({ kind: 'details', payment: paid })
  const part = within(await screen.findByRole('region', { name: 'Bank account' }))
  expect(part.getByText('Not authorized, says the account holder (R10)')).toBeTruthy()
  expect(part.getByText('Your bank returned the payment.')).toBeTruthy()
  expect(part.getByText('Authorized')).toBeTruthy()
  expect(part.getByText(returnWords.unauthorized)).toBeTruthy()
  expect(screen.getByText('First Hawaiian, savings ending in 1111')).toBeTruthy()
  expect(screen.queryByRole('region', { name: reportsTexts.sendReceipt })).toBeNull()
})

describe('a bank payment on its way', () => {
  const bank = {
    holder: 'Maria Cruz',
    authorizedAt: null,
    answersBy: at,
    returned: null,
    outcome: 'submitted',
  } as const
  const processing = testPayment(9, {
    status: 'processing',
    brand: null,
    bankName: 'First Hawaiian',
    bankAccountType: 'checking',
  })
  beforeEach(() => server.replies(readIndividualPayments, { result: { data: [], bank } }))

  test('can be canceled for its payer, who is asked once more', async () => {
    server.replies(cancelForPayer, { result: { status: 'Success' } })
    const user = open({ kind: 'details', payment: processing }, 5)
    await user.click(await screen.findByRole('button', { name: 'Cancel this payment' }))
    expect(server.askedFor(cancelForPayer)).toEqual([])
    expect(screen.getByText('After that, the accounts owe these bills.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Yes, cancel this payment' }))
    expect(await screen.findByText('The payment is canceled. Nothing was debited.')).toBeTruthy()
    expect(server.askedFor(cancelForPayer)).toMatchObject([{ body: { id: 9 } }])
    expect(screen.queryByRole('button', { name: /cancel this payment/i })).toBeNull()
  })

  test('that the bank has already stays, and the page says so', async () => {
    server.refuses(cancelForPayer, 'too-late', cancelForPayer.problems['too-late'])
    const user = open({ kind: 'details', payment: processing }, 4)
    await user.click(await screen.findByRole('button', { name: 'Cancel this payment' }))
    await user.click(screen.getByRole('button', { name: 'Yes, cancel this payment' }))
    expect(await screen.findByText(cancelForPayer.problems['too-late'].title)).toBeTruthy()
  })

  test('offers IT nothing to cancel', async () => {
    open({ kind: 'details', payment: processing }, 2)
    expect(await screen.findByText('Maria Cruz')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /cancel/i })).toBeNull()
  })
})

test('the receipt of a successful payment can be sent again to another address', async () => {
  server.replies(readIndividualPayments, { result: { data: [], bank: null } })
  server.replies(sendReceipt, { result: { status: 'Success' } })
  const user = open({ kind: 'details', payment: testPayment(8, { status: 'paid' }) })
  const form = within(screen.getByRole('region', { name: reportsTexts.sendReceipt }))
  await user.type(form.getByLabelText(reportsTexts.receiptTo), 'payer@')
  await user.click(form.getByRole('button', { name: reportsTexts.send }))
  expect(form.getByText(cardMessages.email)).toBeTruthy()
  expect(server.askedFor(sendReceipt)).toEqual([])
  await user.type(form.getByLabelText(reportsTexts.receiptTo), 'example.com')
  await user.click(form.getByRole('button', { name: reportsTexts.send }))
  expect(await form.findByText('Receipt sent to payer@example.com.')).toBeTruthy()
  expect(server.askedFor(sendReceipt)).toMatchObject([{ body: { id: 8, email: 'payer@example.com' } }])
})

describe('a clerk who may not refund', () => {
  const request = {
    reason: 'paid twice',
    requestedBy: 'demo.service',
    requestedAt: at,
    state: 'ASKED',
    decidedBy: '',
    decidedAt: null,
    note: '',
  } as const
  const mayAsk: AskedRefund = { mayAsk: true, request: null }
  const paid = testPayment(8, { status: 'paid' })
  beforeEach(() => server.replies(readIndividualPayments, { result: { data: [], bank: null } }))
  const askButton = () => screen.findByRole('button', { name: reportsTexts.askFinance })

  test.each([4, 5] as const)('of level %d asks finance, with a reason, and sees that it waits', async (level) => {
    server.replies(readAskedRefund, mayAsk)
    server.replies(readAskedRefund, { mayAsk: false, request })
    server.replies(askForRefund, { mayAsk: false, request })
    const user = open({ kind: 'details', payment: paid }, level)
    await user.click(await askButton())
    await user.click(await askButton())
    expect(await screen.findByText(exceptionsTexts.reason)).toBeTruthy()
    await user.type(screen.getByLabelText(/^Reason/), 'paid twice')
    await user.click(await askButton())
    expect(await screen.findByText('demo.service asked finance for a refund, 11/21/2026 8:00:00 AM.')).toBeTruthy()
    expect(screen.getByText('Finance has not decided yet.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: reportsTexts.askFinance })).toBeNull()
    expect(server.askedFor(askForRefund)).toMatchObject([{ body: { why: 'paid twice' } }])
  })

  test('says first that the bank was not asked, where it may still return the payment', async () => {
    server.replies(readAskedRefund, { ...mayAsk, asksAboutBank: true })
    server.replies(askForRefund, { mayAsk: false, request })
    const user = open({ kind: 'details', payment: paid }, 5)
    await user.click(await askButton())
    await user.type(await screen.findByLabelText(/^Reason/), 'paid twice')
    await user.click(await askButton())
    expect(await screen.findByText(exceptionsTexts.bankNotAskedMissing)).toBeTruthy()
    expect(server.askedFor(askForRefund)).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: new RegExp(exceptionsTexts.bankNotAsked) }))
    await user.click(await askButton())
    expect(await screen.findByText(/^demo.service asked finance/)).toBeTruthy()
    expect(server.askedFor(askForRefund)).toMatchObject([{ body: { why: 'paid twice', bankNotAsked: true } }])
  })

  test('sees why finance rejected it, and may ask again', async () => {
    const rejected = {
      ...request,
      state: 'REJECTED',
      decidedBy: 'demo.finance',
      decidedAt: at,
      note: 'no proof',
    } as const
    server.replies(readAskedRefund, { mayAsk: true, request: rejected })
    open({ kind: 'details', payment: paid }, 5)
    expect((await screen.findByText(/^demo.finance rejected it/)).textContent).toContain('no proof')
    expect(await askButton()).toBeTruthy()
  })

  test('keeps the reason when another one was faster', async () => {
    server.replies(readAskedRefund, mayAsk)
    server.refuses(askForRefund, 'state-changed', actOnPayment.problems['state-changed'])
    const user = open({ kind: 'details', payment: paid }, 5)
    await user.click(await askButton())
    const field = screen.getByLabelText<HTMLTextAreaElement>(/^Reason/)
    await user.type(field, 'paid twice')
    await user.click(await askButton())
    expect(await screen.findByText(actOnPayment.problems['state-changed'].title)).toBeTruthy()
    expect(field.value).toBe('paid twice')
  })

  test.each([
    [2, 'paid'],
    [5, 'declined'],
  ] as const)('of level %d is offered nothing for a payment that is %s', async (level, status) => {
    open({ kind: 'details', payment: testPayment(8, { status }) }, level)
    expect(await screen.findByText(reportsTexts.empty)).toBeTruthy()
    expect(server.askedFor(readAskedRefund)).toEqual([])
  })
})

test('given a payment that was not made, then there is no receipt to send', async () => {
  server.replies(readIndividualPayments, { result: { data: [], bank: null } })
  open({ kind: 'details', payment })
  expect(await screen.findByText(reportsTexts.empty)).toBeTruthy()
  expect(screen.queryByText(reportsTexts.sendReceipt)).toBeNull()
})

test.each(['refunding', 'refundOwed', 'refunded'] as const)(
  'an account’s payment that is %s is not called declined, and never refunded before it is',
  async (standing) => {
    const same = { payment_date: at, amount: '5.00', status: 'DECLINED' } as const
    const individual = { ...same, account_number: account, ccb_status: '0', billing: 'cancelled' } as const
    server.replies(readIndividualPayments, {
      result: { data: [{ ...individual, receipt_num: 'W-7', standing }], bank: null },
    })
    const web = { ...same, username: '', transaction_tag: '7' }
    server.replies(readWebPayments, {
      result: [
        { ...web, receipt_num: 'W-7', standing },
        { ...web, receipt_num: '', standing: 'declined' },
      ],
    })
    server.replies(readBillingPayments, { result: [] })
    const user = open({ kind: 'details', payment: testPayment(7, { status: standing, billing: 'cancelled' }) })
    const row = (await screen.findByRole('rowheader', { name: account })).closest('tr')
    expect(row?.textContent).toContain(`${staffStatuses[standing]}${billingStatuses.cancelled}`)
    await user.click(screen.getByRole('button', { name: new RegExp(`^${reportsTexts.paymentHistory}.*${account}$`) }))
    const table = within(await screen.findByRole('table', { name: reportsTexts.webHistory }))
    const said = table.getAllByRole('row').map(({ textContent }) => /Refund[a-z ]+|DECLINED/.exec(textContent)?.[0])
    expect(said).toEqual([undefined, staffStatuses[standing], 'DECLINED'])
  },
)

test('the complete history has at most eighteen rows, and shows PS as a payment (A§3, A§9)', async () => {
  const made = (index: number) => ({
    ArrearsDate: CalendarDate.parse('2026-10-01'),
    FinancialTransactionType: index === 1 ? 'PX' : 'PS',
    TotalAmount: index === 1 ? '80.53' : '-80.53',
  })
  server.replies(readWebPayments, { result: [] })
  server.replies(readBillingPayments, { result: Array.from({ length: 20 }, (_, index) => made(index)) })
  open({ kind: 'history', payment, account })
  const table = within(await screen.findByRole('table', { name: reportsTexts.completeHistory }))
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(historyRows + 1)
  expect(rows.slice(1, 3)).toEqual(['10/01/2026Payment$80.53', '10/01/2026Payment Adjustment-$80.53'])
})

test('given no reply from the billing system, then the web payments are still shown, and loading can be retried', async () => {
  const web = { payment_date: at, username: 'maria', receipt_num: 'W-7', transaction_tag: '7', amount: '5.00' } as const
  server.replies(readWebPayments, { result: [{ ...web, status: 'PAID', standing: 'paid' }] })
  server.isUnreachableFor(readBillingPayments)
  server.replies(readBillingPayments, { result: [] })
  const user = open({ kind: 'history', payment, account })
  expect((await screen.findByRole('alert')).textContent).toContain(adminConsoleTexts.serverError)
  expect(await screen.findByRole('cell', { name: 'W-7' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(reportsTexts.empty)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
