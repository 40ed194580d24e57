import type { ApprovalRequest } from '@portal/contract/approval-requests'
import { Instant } from '@portal/contract/dates'
import type { ExceptionDetails } from '@portal/contract/exceptions'
import { AccountNumber } from '@portal/contract/ids'

/** A payment of two accounts whose charge nobody knew for a day. */
export const escalatedPayment: ExceptionDetails = {
  id: 17,
  reasons: ['escalated'],
  paidAt: Instant.parse('2026-11-20T22:00:00.000Z'),
  amount: '1234.50',
  accountId: AccountNumber.parse('0123456789'),
  accountCount: 2,
  receipt: '',
  brand: 'Visa',
  bankName: null,
  bankAccountType: null,
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

/** What ana asked of a second admin who reads this. */
export function testApprovalRequest(kind: ApprovalRequest['kind'], differences: Partial<ApprovalRequest> = {}) {
  return {
    id: 5,
    amount: escalatedPayment.amount,
    reason: 'console, row 7',
    requestedBy: 'ana',
    requestedAt: escalatedPayment.paidAt,
    kind,
    tag: '',
    authorization: '',
    gatewayAnswer: '',
    accounts: [],
    isOwn: false,
    state: 'ASKED',
    decidedBy: '',
    decidedAt: null,
    note: '',
    ...differences,
  } satisfies ApprovalRequest
}
