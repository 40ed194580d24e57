import { readAdminSession } from '@portal/contract/admin-sign-in'
import { countExceptions } from '@portal/contract/exception-count'
import { type ExceptionDetails, actOnPayment, decideApprovalRequest, readException } from '@portal/contract/exceptions'
import { actionExplanations, exceptionActions, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { searchTransactionLogs } from '@portal/contract/one-payment'
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
    const request = testApprovalRequest('resolveCharged', {
      tag: '6001',
      authorization: 'ET60',
      gatewayAnswer: 'the search failed: down',
      isOwn: true,
    })
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
  const request = testApprovalRequest('externalRefund', { amount: '42.50' })

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
    server.replies(decideApprovalRequest, { payment: refused })
    const user = open('&payment=17')
    expect(await screen.findByText(/reported a refund of \$42.50 in the gateway’s console/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Confirm refund made in gateway' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/Verify this in the gateway’s console/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Record refund of $42.50' }))
    expect(await screen.findByText(/Refund recorded/)).toBeTruthy()
    expect(server.askedFor(decideApprovalRequest)[0]?.body).toEqual({ decision: 'approve' })
  })
})

describe('a payment resolved as charged while the gateway was away, which the gateway now does not list', () => {
  const doubt = 'The gateway does not list it, though its search works.'
  const doubted: ExceptionDetails = {
    ...escalated,
    reasons: ['resolutionDoubted'],
    doubt,
    status: 'paid',
    actions: ['keepResolution', 'requestRefund', 'undoResolution'],
  }
  const request = testApprovalRequest('undoResolution', { gatewayAnswer: doubt })
  const asked: ExceptionDetails = { ...doubted, actions: [], approvalRequests: [{ ...request, isOwn: true }] }

  test('says what the gateway says; its undoing is requested, and waits for another admin', async () => {
    counted(1, 0)
    server.replies(readException, doubted)
    server.replies(actOnPayment, asked)
    const user = open('&payment=17')
    expect(await screen.findByText(doubt)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: exceptionActions.undoResolution }))
    const dialog = within(screen.getByRole('dialog'))
    await fill(user, dialog.getByLabelText(/Evidence/), 'row 7 is the shop')
    server.forget(readException)
    server.replies(readException, asked)
    await user.click(dialog.getByRole('button', { name: exceptionActions.undoResolution }))
    expect(await screen.findByText(actionExplanations.undoResolution.done)).toBeTruthy()
    expect(screen.queryByText(exceptionsTexts.needsApproval)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Okay' }))
    expect(await screen.findByText(exceptionsTexts.ownRequest)).toBeTruthy()
    expect(server.askedFor(actOnPayment)[0]?.body).toEqual({ action: 'undoResolution', why: 'row 7 is the shop' })
  })

  test('is undone by another admin, who reads what the gateway says and what follows', async () => {
    counted(1, 0)
    server.replies(readException, { ...asked, approvalRequests: [request] })
    server.replies(decideApprovalRequest, {
      payment: { ...doubted, status: 'notCharged', reasons: [], actions: [] },
    })
    const user = open('&payment=17')
    expect(await screen.findByText(/ana requested to undo the resolution of \$1,234.50/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Approve: undo resolution' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/Requested by ana/)).toBeTruthy()
    expect(dialog.getByText(doubt)).toBeTruthy()
    expect(dialog.getByText(/Unless it agrees with the resolution now, that is undone/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Undo resolution of $1,234.50' }))
    expect(await screen.findByText(/The resolution is undone/)).toBeTruthy()
    expect(server.askedFor(decideApprovalRequest)[0]?.body).toEqual({ decision: 'approve' })
  })
})
