import { readAdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import { type ExceptionDetails, actOnPayment, decideApprovalRequest, readException } from '@portal/contract/exceptions'
import { exceptionActions, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { AccountNumber } from '@portal/contract/ids'
import { searchTransactionLogs } from '@portal/contract/one-payment'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
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

const escalated: ExceptionDetails = {
  id: 17,
  reasons: ['escalated'],
  paidAt: Instant.parse('2026-11-20T22:00:00.000Z'),
  amount: '1234.50',
  accountId: AccountNumber.parse('0123456789'),
  accountCount: 2,
  receipt: '',
  brand: 'Visa',
  lastFour: '1111',
  mode: 'Online',
  status: 'unconfirmed',
  reference: 'G0123456789ABCDEF',
  accounts: [],
  doubt: '',
  disputes: [],
  actions: ['inquire', 'resolveCharged', 'resolveNotCharged'],
  approvalRequests: [],
  discrepancies: [],
}

function counted(payments: number, discrepancies: number, isMore = false, autoPay = 0): void {
  server.replies(countExceptions, { payments, discrepancies, autoPay, approvals: 0, firstApproval: null, isMore })
}

describe('a payment that nobody knew for a day', () => {
  const start = async () => {
    counted(1, 0)
    server.replies(readException, escalated)
    const user = open('&payment=17')
    await user.click(await screen.findByRole('button', { name: exceptionActions.resolveCharged }))
    const dialog = within(screen.getByRole('dialog'))
    await fill(user, dialog.getByLabelText(/Evidence/), 'console, row 7')
    return {
      user,
      dialog,
      send: async () => await user.click(dialog.getByRole('button', { name: exceptionsTexts.resolve })),
    }
  }

  test("is resolved as charged with the gateway's tag and authorization", async () => {
    const resolved: ExceptionDetails = { ...escalated, reasons: [], actions: [], receipt: 'W-6001', status: 'paid' }
    server.replies(actOnPayment, resolved)
    const { user, dialog, send } = await start()
    server.forget(readException)
    server.replies(readException, resolved)
    await send()
    expect(dialog.getByText(exceptionsTexts.tag)).toBeTruthy()
    expect(server.askedFor(actOnPayment)).toEqual([])
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await fill(user, dialog.getByLabelText(/Authorization number/), 'ET60')
    await send()
    await user.click(await screen.findByRole('button', { name: 'Okay' }))
    expect(server.askedFor(actOnPayment)[0]?.body).toEqual({
      action: 'resolveCharged',
      why: 'console, row 7',
      tag: '6001',
      authorization: 'ET60',
    })
    expect(screen.queryByRole('button', { name: exceptionActions.resolveCharged })).toBeNull()
  })

  test('that the card network knows otherwise shows what it lists, and keeps what was typed', async () => {
    const detail =
      'The gateway lists a charge of $42.50, approved, tag 5001, authorization ET1. You have entered tag 6001.'
    server.refuses(actOnPayment, 'gateway-disagrees', { ...actOnPayment.problems['gateway-disagrees'], detail })
    const { user, dialog, send } = await start()
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await fill(user, dialog.getByLabelText(/Authorization number/), 'ET60')
    await send()
    expect((await dialog.findByRole('alert')).textContent).toContain(detail)
    expect(dialog.getByLabelText<HTMLInputElement>(/Transaction tag/).value).toBe('6001')
    expect(dialog.getByLabelText<HTMLInputElement>(/Authorization number/).value).toBe('ET60')
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/Evidence/).value).toBe('console, row 7')
  })

  test('that the card network cannot tell is not resolved before a second person agrees, who sees what was entered', async () => {
    const request = {
      id: 5,
      amount: '1234.50',
      reason: 'console, row 7',
      requestedBy: 'ana',
      requestedAt: escalated.paidAt,
      kind: 'resolveCharged',
      tag: '6001',
      authorization: 'ET60',
      gatewayAnswer: 'the search failed: down',
      isOwn: true,
      state: 'ASKED',
      decidedBy: '',
      decidedAt: null,
      note: '',
    } as const satisfies ExceptionDetails['approvalRequests'][number]
    const asked: ExceptionDetails = {
      ...escalated,
      reasons: ['escalated', 'approvalPending'],
      actions: [],
      approvalRequests: [request],
    }
    server.replies(actOnPayment, asked)
    const { user, dialog, send } = await start()
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await fill(user, dialog.getByLabelText(/Authorization number/), 'ET60')
    server.forget(readException)
    server.replies(readException, { ...asked, approvalRequests: [{ ...request, isOwn: false }] })
    server.refuses(decideApprovalRequest, 'gateway-disagrees', decideApprovalRequest.problems['gateway-disagrees'])
    await send()
    expect(await screen.findByText(exceptionsTexts.needsApproval)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Okay' }))
    await user.click(await screen.findByRole('button', { name: exceptionsTexts.approveCharged }))
    const second = within(screen.getByRole('dialog'))
    for (const shown of [/console, row 7/, '6001', 'ET60', 'Could not confirm: the search failed: down']) {
      expect(second.getByText(shown)).toBeTruthy()
    }
    await user.click(second.getByRole('button', { name: 'Resolve $1,234.50' }))
    expect(await second.findByText(decideApprovalRequest.problems['gateway-disagrees'].title)).toBeTruthy()
  })

  test('that somebody else has resolved in the meantime says so, and is fetched again with its history', async () => {
    server.refuses(actOnPayment, 'state-changed', actOnPayment.problems['state-changed'])
    const { user, dialog, send } = await start()
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await fill(user, dialog.getByLabelText(/Authorization number/), 'ET60')
    await send()
    expect(await dialog.findByText(actOnPayment.problems['state-changed'].title)).toBeTruthy()
    await waitFor(() => expect(server.askedFor(readException).length).toBeGreaterThan(1))
    expect(server.askedFor(searchTransactionLogs).length).toBeGreaterThan(1)
  })
})

describe('a charge that the card network refuses to reverse', () => {
  const refused: ExceptionDetails = {
    ...escalated,
    reasons: ['reversalRefused'],
    actions: ['retryReversal', 'reportExternalRefund'],
  }
  const request = {
    id: 5,
    amount: '42.50',
    reason: 'console, row 7',
    requestedBy: 'ana',
    requestedAt: escalated.paidAt,
    kind: 'externalRefund',
    tag: '',
    authorization: '',
    gatewayAnswer: '',
    isOwn: false,
    state: 'ASKED',
    decidedBy: '',
    decidedAt: null,
    note: '',
  } as const satisfies ExceptionDetails['approvalRequests'][number]

  test('is reported as refunded in the console, with its tag and what proves it', async () => {
    counted(1, 0)
    server.replies(readException, refused)
    server.replies(actOnPayment, refused)
    const user = open('&payment=17')
    await user.click(await screen.findByRole('button', { name: exceptionActions.reportExternalRefund }))
    const dialog = within(screen.getByRole('dialog'))
    const send = async () =>
      await user.click(dialog.getByRole('button', { name: exceptionActions.reportExternalRefund }))
    await fill(user, dialog.getByLabelText(/Evidence/), 'console, row 7')
    await send()
    expect(dialog.getByText(exceptionsTexts.tag)).toBeTruthy()
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await send()
    await user.click(await screen.findByRole('button', { name: 'Okay' }))
    expect(server.askedFor(actOnPayment).map(({ body }) => body)).toEqual([
      { action: 'reportExternalRefund', why: 'console, row 7', tag: '6001' },
    ])
  })

  test.each([
    ['ben', 'ben rejected'],
    ['ana', 'ana withdrew the request'],
  ])('is asked by ana, and %s decides against it: %s', async (decidedBy, words) => {
    counted(0, 0)
    const decided = {
      ...request,
      state: 'REJECTED',
      decidedBy,
      decidedAt: escalated.paidAt,
      note: 'row 7 is another',
    } as const
    server.replies(readException, { ...refused, approvalRequests: [decided] })
    open('&payment=17')
    expect(await screen.findByText(new RegExp(`^${words}, `))).toBeTruthy()
  })

  test('is recorded by a second person, who is told what follows', async () => {
    counted(1, 0)
    server.replies(readException, { ...refused, approvalRequests: [request] })
    server.replies(decideApprovalRequest, refused)
    const user = open('&payment=17')
    expect(await screen.findByText(/reported a refund of \$42.50 in the gateway’s console/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: exceptionsTexts.approveExternalRefund }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/Verify this in the gateway’s console/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Record refund of $42.50' }))
    expect(await screen.findByText(/Refund recorded/)).toBeTruthy()
    expect(server.askedFor(decideApprovalRequest)[0]?.body).toEqual({ decision: 'approve' })
  })
})
