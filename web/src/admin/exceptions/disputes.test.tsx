import { readAdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import { type ExceptionDetails, readException } from '@portal/contract/exceptions'
import { exceptionReasons, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { AccountNumber } from '@portal/contract/ids'
import { searchTransactionLogs } from '@portal/contract/one-payment'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

const at = Instant.parse('2026-11-20T22:00:00.000Z')
const dispute = { status: 'OPEN', amount: '42.50', reason: 'duplicate', openedAt: at } as const
const disputed: ExceptionDetails = {
  id: 17,
  reasons: ['disputeOpen'],
  paidAt: at,
  amount: '1234.50',
  accountId: AccountNumber.parse('0123456789'),
  accountCount: 1,
  receipt: 'W-pi_disputed',
  brand: 'Visa',
  bankName: null,
  bankAccountType: null,
  lastFour: '1111',
  mode: 'Online',
  status: 'paid',
  reference: 'S0123456789ABCDEF',
  accounts: [],
  doubt: '',
  disputes: [
    { ...dispute, id: 3, evidenceDueAt: Instant.parse('2026-12-01T00:00:00.000Z') },
    { ...dispute, id: 2, status: 'WARNED', evidenceDueAt: null },
  ],
  actions: [],
  approvalRequests: [],
  discrepancies: [],
}

test('a disputed payment says how much, why, and until when evidence is due', async () => {
  const server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 3 }))
  server.replies(searchTransactionLogs, { result: [] })
  server.replies(countExceptions, {
    payments: 1,
    discrepancies: 0,
    autoPay: 0,
    approvals: 0,
    firstApproval: null,
    isMore: false,
  })
  server.replies(readException, disputed)
  openPortal('/admin-dashboard?view=reports&part=exceptions&payment=17', { signedIn: { customer: false, admin: true } })
  const facts = await screen.findByRole('region', { name: exceptionsTexts.disputes })
  for (const said of ['Open', '$42.50', 'duplicate', 'Fraud warning']) {
    expect(within(facts).getAllByText(said).length).toBeGreaterThan(0)
  }
  expect(within(facts).getAllByText('Evidence due')).toHaveLength(1)
  expect(within(facts).getByText(/^12\/01\/2026/)).toBeTruthy()
  expect(screen.getByText(exceptionReasons.disputeOpen.meaning)).toBeTruthy()
})
