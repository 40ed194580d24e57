import { readAdminSession } from '@portal/contract/admin-sign-in'
import {
  type AutopayException,
  autopayExceptionsTexts,
  listAutopayExceptions,
  markAutopaySeen,
} from '@portal/contract/autopay-exceptions'
import { CalendarDate } from '@portal/contract/dates'
import { listDiscrepancies } from '@portal/contract/discrepancies'
import { countExceptions } from '@portal/contract/exception-count'
import { listExceptions } from '@portal/contract/exceptions'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { AccountNumber } from '@portal/contract/ids'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

const failed: AutopayException = {
  key: 'failed-4',
  kind: 'failed',
  accountId: AccountNumber.parse('4821007391'),
  reason: 'declined_twice',
  dueOn: CalendarDate.parse('2026-12-04'),
  amount: '95.20',
  brand: 'Visa',
  bankAccount: null,
  lastFour: '4242',
}
const late: AutopayException = { ...failed, key: 'late-9', kind: 'late', reason: 'stale_import', lastFour: '1111' }

let server: ReturnType<typeof testServer>
beforeEach(() => {
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 3 }))
  server.replies(countExceptions, {
    payments: 0,
    discrepancies: 0,
    autoPay: 2,
    approvals: 0,
    firstApproval: null,
    isMore: false,
  })
  server.replies(listExceptions, { payments: [], hasMore: false })
  server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
})
afterEach(() => vi.unstubAllGlobals())

const open = (start = {}) =>
  openPortal('/admin-dashboard?view=reports&part=exceptions', {
    signedIn: { customer: false, admin: true },
    savesCards: true,
    ...start,
  })

test('each says what happened, why, and how much is unpaid until when', async () => {
  server.replies(listAutopayExceptions, { exceptions: [failed, late], hasMore: false })
  open()
  const table = within(await screen.findByRole('table', { name: autopayExceptionsTexts.title }))
  for (const said of ['Charge failed', 'Declined twice', 'Visa ending in 4242'])
    expect(table.getByText(said)).toBeTruthy()
  expect(table.getByText(/^Balances are too old\. Import an extract/)).toBeTruthy()
  expect(table.getAllByText('$95.20')).toHaveLength(2)
})

test('marking one as seen needs a reason, and takes it off the list', async () => {
  server.replies(listAutopayExceptions, { exceptions: [failed], hasMore: false })
  server.replies(listAutopayExceptions, { exceptions: [], hasMore: false })
  server.replies(markAutopaySeen, { seen: true })
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^Mark as seen/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Mark as seen' }))
  expect(dialog.getByText(exceptionsTexts.reason)).toBeTruthy()
  expect(server.askedFor(markAutopaySeen)).toEqual([])
  await user.type(dialog.getByLabelText(/^Reason/), 'Customer will pay by phone')
  await user.click(dialog.getByRole('button', { name: 'Mark as seen' }))
  expect(await screen.findByText('Taken off the list.')).toBeTruthy()
  expect(server.askedFor(markAutopaySeen)[0]).toMatchObject({
    address: expect.objectContaining({ pathname: '/api/v1/exceptions/autopay/failed-4/seen' }),
    body: { why: 'Customer will pay by phone' },
  })
  await user.click(screen.getByRole('button', { name: 'Okay' }))
  expect(await screen.findByText('No open AutoPay exceptions.')).toBeTruthy()
})

test('where the gateway keeps no cards, Exceptions does not speak of AutoPay', async () => {
  open({ savesCards: undefined })
  expect(await screen.findByText('No open discrepancies.')).toBeTruthy()
  expect(screen.queryByText(autopayExceptionsTexts.title)).toBeNull()
  expect(server.askedFor(listAutopayExceptions)).toEqual([])
})
