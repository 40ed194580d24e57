import { reportPartNames } from '@portal/contract/admin-levels'
import { readAdminSession } from '@portal/contract/admin-sign-in'
import { CalendarDate, Instant } from '@portal/contract/dates'
import {
  type OpenDiscrepancy,
  discrepancyKinds,
  listDiscrepancies,
  resolveDiscrepancy,
} from '@portal/contract/discrepancies'
import { countExceptions } from '@portal/contract/exception-count'
import {
  type ExceptionDetails,
  decideApprovalRequest,
  listExceptions,
  readException,
} from '@portal/contract/exceptions'
import { exceptionActions, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { AccountNumber } from '@portal/contract/ids'
import { searchTransactionLogs } from '@portal/contract/one-payment'
import { staffStatuses } from '@portal/contract/reports'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { escalatedPayment as escalated, testApprovalRequest } from '#testing/exceptions.ts'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 3 }))
  server.replies(searchTransactionLogs, { result: [] })
})
afterEach(() => vi.unstubAllGlobals())

const open = (query = '') =>
  openPortal(`/admin-dashboard?view=reports&part=exceptions${query}`, { signedIn: { customer: false, admin: true } })

const discrepancy: OpenDiscrepancy = {
  id: 5,
  day: CalendarDate.parse('2026-11-20'),
  kind: 'paidButNotPosted',
  subject: 'W-77',
  gateway: null,
  portal: '42.50',
  billing: null,
  detail: 'It waits for an hour.',
  firstSeenAt: Instant.parse('2026-11-20T16:00:00.000Z'),
  paymentId: null,
  request: null,
}

function counted(payments: number, discrepancies: number, isMore = false, autoPay = 0): void {
  server.replies(countExceptions, { payments, discrepancies, autoPay, approvals: 0, firstApproval: null, isMore })
}

describe('the number of open exceptions', () => {
  test.each([
    [3, 0, false, 'Reports, 3 open exceptions'],
    [1, 0, false, 'Reports, 1 open exception'],
    [1, 1, false, 'Reports, 2 open exceptions'],
    [1, 1, false, 'Reports, 5 open exceptions', 3],
    [999, 0, true, 'Reports, 999+ open exceptions'],
    [0, 0, false, 'Reports'],
  ])(
    '%d payments and %d discrepancies stand on the tab of Reports alone',
    async (payments, discrepancies, isMore, name, autoPay = 0) => {
      counted(payments, discrepancies, isMore, autoPay)
      open()
      expect(await screen.findByRole('link', { name })).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Phoned In' })).toBeTruthy()
    },
  )

  test.each([2, 4, 5] as const)('is not asked for level %d, which has no exceptions (A§6)', async (level) => {
    server.forget(readAdminSession)
    server.replies(readAdminSession, testAdmin({ level }))
    open()
    await screen.findByRole('heading', { level: 1, name: 'Reports' })
    expect(screen.getByRole('link', { name: 'Reports' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: reportPartNames.exceptions })).toBeNull()
    expect(screen.queryByRole('heading', { name: reportPartNames.exceptions })).toBeNull()
    expect(server.askedFor(countExceptions)).toEqual([])
  })
})

describe('requests that wait for this admin', () => {
  test.each([
    [1, '1 request waits for your approval.', exceptionsTexts.open],
    [2, '2 requests wait for your approval.', 'Open the oldest'],
  ])('stand on the tab and lead to the oldest: %d', async (approvals, sentence, name) => {
    server.replies(countExceptions, {
      payments: 3,
      discrepancies: 0,
      autoPay: 0,
      approvals,
      firstApproval: 17,
      isMore: false,
    })
    server.replies(listExceptions, { payments: [], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    open()
    expect(
      await screen.findByRole('link', { name: `Reports, 3 open exceptions, ${approvals} to approve` }),
    ).toBeTruthy()
    expect(await screen.findByText(sentence)).toBeTruthy()
    const way = screen.getByRole('link', { name })
    expect(way.getAttribute('href')).toBe('/admin-dashboard?view=reports&part=exceptions&payment=17')
  })
})

describe('the lists', () => {
  test('say when there is no exception', async () => {
    counted(0, 0)
    server.replies(listExceptions, { payments: [], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    open()
    expect(await screen.findByText('No open payment exceptions.')).toBeTruthy()
    expect(await screen.findByText('No open discrepancies.')).toBeTruthy()
    // The parts of Reports are told apart in the browser's history.
    expect(document.title).toMatch(new RegExp(`^${reportPartNames.exceptions} – Reports – `))
  })

  test('continue after the last row', async () => {
    counted(2, 0)
    server.replies(listExceptions, { payments: [escalated], hasMore: true })
    server.replies(listExceptions, { payments: [{ ...escalated, id: 18, amount: '10.00' }], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    const user = open()
    expect(await screen.findByText('$1,234.50')).toBeTruthy()
    expect(screen.getByText('0123456789 and 1 more')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('$10.00')).toBeTruthy()
    // The button is gone.
    expect(document.activeElement?.textContent).toBe('Showing all 2 payments')
    expect(server.askedFor(listExceptions).map(({ address }) => address.searchParams.get('after'))).toEqual([
      null,
      '17',
    ])
  })

  test('let a discrepancy be resolved with evidence only', async () => {
    counted(0, 1)
    server.replies(listExceptions, { payments: [], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [discrepancy], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    const answer = server.holds(resolveDiscrepancy, { resolved: true })
    const user = open()
    const row = (await screen.findByText(discrepancyKinds.paidButNotPosted.meaning)).closest('tr')
    expect(row?.textContent).toContain('$42.50')
    await user.click(within(row ?? document.body).getByRole('button', { name: `${exceptionsTexts.resolve}: W-77` }))
    const dialog = screen.getByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: exceptionsTexts.resolve }))
    expect(within(dialog).getByText(exceptionsTexts.reason)).toBeTruthy()
    await fill(user, within(dialog).getByLabelText(/Evidence/), 'card 4111 1111 1111 1111')
    expect(within(dialog).getByText(exceptionsTexts.longNumber)).toBeTruthy()
    await user.clear(within(dialog).getByLabelText(/Evidence/))
    await fill(user, within(dialog).getByLabelText(/Evidence/), ' Posted by hand ')
    await user.click(within(dialog).getByRole('button', { name: exceptionsTexts.resolve }))
    // The dialog cannot be closed before the reply.
    await waitFor(() => expect(dialog.getAttribute('closedby')).toBe('none'))
    answer()
    await user.click(await screen.findByRole('button', { name: 'Okay' }))
    expect(server.askedFor(resolveDiscrepancy)[0]?.body).toEqual({ evidence: 'Posted by hand' })
    expect(await screen.findByText('No open discrepancies.')).toBeTruthy()
  })

  test('have a charge of the gateway recorded as a payment by a second person, who sees for whom', async () => {
    counted(0, 1)
    const charge: OpenDiscrepancy = {
      ...discrepancy,
      kind: 'chargedButNotRecorded',
      subject: '5001',
      gateway: '42.50',
      portal: null,
      request: testApprovalRequest('recordCharge', {
        amount: '42.50',
        tag: '5001',
        accounts: [{ accountId: AccountNumber.parse('0123456789'), amount: '42.50' }],
      }),
    }
    server.replies(listExceptions, { payments: [], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [charge], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    server.replies(decideApprovalRequest, { payment: escalated })
    const user = open()
    expect(await screen.findByText(/ana requested to record \$42\.50 as a payment/)).toBeTruthy()
    expect(screen.getByText('Account 0123456789')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Approve: record payment: 5001' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/The payer is not charged again/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Record payment of $42.50' }))
    expect(await screen.findByText(/^Recorded\. We’re checking it with the gateway/)).toBeTruthy()
    expect(server.askedFor(decideApprovalRequest)[0]?.body).toEqual({ decision: 'approve' })
    await user.click(screen.getByRole('button', { name: 'Okay' }))
    expect(await screen.findByText('No open discrepancies.')).toBeTruthy()
  })

  test('let go of a discrepancy that somebody else has resolved in the meantime', async () => {
    counted(0, 1)
    server.replies(listExceptions, { payments: [], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [discrepancy], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    server.refuses(resolveDiscrepancy, 'already-resolved', resolveDiscrepancy.problems['already-resolved'])
    const user = open()
    await user.click(await screen.findByRole('button', { name: `${exceptionsTexts.resolve}: W-77` }))
    const dialog = screen.getByRole('dialog')
    await fill(user, within(dialog).getByLabelText(/Evidence/), 'Posted by hand')
    await user.click(within(dialog).getByRole('button', { name: exceptionsTexts.resolve }))
    expect(await within(dialog).findByText(resolveDiscrepancy.problems['already-resolved'].title)).toBeTruthy()
    expect(await screen.findByText('No open discrepancies.')).toBeTruthy()
  })
})

test('given there is no such payment, then the one thing offered is the way back', async () => {
  counted(0, 0)
  server.refuses(readException, 'payment-not-found', readException.problems['payment-not-found'])
  open('&payment=99')
  const refusal = await screen.findByRole('alert')
  expect(refusal.textContent).toContain(readException.problems['payment-not-found'].title)
  expect(within(refusal).queryByRole('button')).toBeNull()
  expect(screen.getAllByRole('link', { name: 'Back to the list' })).toEqual([within(refusal).getByRole('link')])
})

describe('a payment whose books differ', () => {
  const detail = 'In the portal POSTED; the billing system holds one payment, on account 9999999999.'
  const differing: ExceptionDetails = {
    ...escalated,
    reasons: [],
    actions: [],
    discrepancies: [{ ...discrepancy, gateway: '42.50', detail, paymentId: 17 }],
  }

  test('says what differs, and not that nothing needs to be done', async () => {
    counted(0, 1)
    server.replies(readException, differing)
    open('&payment=17')
    expect(await screen.findByText(discrepancyKinds.paidButNotPosted.meaning)).toBeTruthy()
    expect(screen.getByText(`W-77. ${detail}`)).toBeTruthy()
    expect(screen.getByText('11/20/2026: Gateway $42.50, Portal $42.50')).toBeTruthy()
    expect(screen.queryByText(exceptionsTexts.noAction)).toBeNull()
  })

  test('whose refund the gateway has not confirmed is neither done nor called refunded', async () => {
    counted(0, 0)
    server.replies(readException, { ...differing, discrepancies: [], status: 'refunding' })
    open('&payment=17')
    expect(
      await screen.findByText(
        'The gateway has not confirmed this refund yet. If it has not within an hour, this payment is listed as an exception.',
      ),
    ).toBeTruthy()
    expect(screen.getAllByText(staffStatuses.refunding)).toHaveLength(2)
    expect(screen.queryByText(exceptionsTexts.noAction)).toBeNull()
    expect(screen.queryByText(staffStatuses.refunded)).toBeNull()
  })

  test('is resolved on its own page as in the list', async () => {
    counted(0, 1)
    server.replies(readException, differing)
    server.replies(readException, { ...differing, discrepancies: [] })
    server.replies(resolveDiscrepancy, { resolved: true })
    const user = open('&payment=17')
    await user.click(await screen.findByRole('button', { name: `${exceptionsTexts.resolve}: W-77` }))
    const dialog = screen.getByRole('dialog', { name: `${exceptionsTexts.resolve}: W-77` })
    await fill(user, within(dialog).getByLabelText(/Evidence/), 'Posted by hand')
    await user.click(within(dialog).getByRole('button', { name: exceptionsTexts.resolve }))
    await user.click(await screen.findByRole('button', { name: 'Okay' }))
    expect(server.askedFor(resolveDiscrepancy)[0]?.body).toEqual({ evidence: 'Posted by hand' })
    expect(screen.getByText(exceptionsTexts.noAction)).toBeTruthy()
    expect(screen.queryByText(discrepancyKinds.paidButNotPosted.meaning)).toBeNull()
  })
})

describe('of what can be done about a payment', () => {
  test.each([
    ['asking a partner once more', ['retryReversal', 'reportExternalRefund'], 'retryReversal'],
    ['nothing that closes a refused refund', ['closeRefund', 'reportExternalRefund', 'requestRefund'], null],
    ['nothing that gives back', ['requestRefund'], null],
  ] as const)('%s stands out', async (_what, actions, first) => {
    counted(1, 0)
    server.replies(readException, { ...escalated, actions: [...actions] })
    open('&payment=17')
    const buttons = await Promise.all(
      actions.map(async (action) => await screen.findByRole('button', { name: exceptionActions[action] })),
    )
    const standingOut = buttons.filter(({ dataset }) => dataset['look'] === 'primary')
    expect(standingOut.map(({ textContent }) => textContent)).toEqual(first ? [exceptionActions[first]] : [])
  })
})
