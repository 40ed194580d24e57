import type { ApprovalRequest } from '@portal/contract/approval-requests'
import { decimalCents } from '@portal/contract/money'
import { visibleAdminName } from '@portal/contract/text'
import type { Selectable } from 'kysely'
import type { ManualActionTables } from '../../database/tables/manual-actions.ts'
import { type Requester, isOwnRequest } from './open-request.ts'

type StoredRequest = Pick<Selectable<ManualActionTables['approval_request']>, (typeof requestColumns)[number]>

/** What `shownRequest` needs. */
export const requestColumns = [
  'id',
  'amount_cents',
  'reason',
  'requested_by',
  'requested_by_name',
  'requested_at',
  'refused_reversal_id',
  'finding',
  'transaction_tag',
  'authorization_number',
  'gateway_said',
  'undoes',
  'charge',
  'state',
  'decided_by_name',
  'decided_at',
  'note',
] as const

/** As the viewer sees it. */
export function shownRequest(row: StoredRequest, viewer: Requester): ApprovalRequest {
  return {
    id: row.id,
    amount: decimalCents(row.amount_cents),
    reason: row.reason,
    requestedBy: visibleAdminName(row.requested_by_name),
    requestedAt: row.requested_at,
    kind: kindOf(row),
    tag: row.transaction_tag ?? row.charge?.tag ?? '',
    authorization: row.authorization_number ?? '',
    gatewayAnswer: row.gateway_said ?? '',
    accounts: (row.charge?.accounts ?? []).map(({ accountId, amount }) => ({
      accountId,
      amount: decimalCents(amount),
    })),
    isOwn: isOwnRequest({ requestedBy: row.requested_by, requestedByName: row.requested_by_name }, viewer),
    state: row.state,
    decidedBy: visibleAdminName(row.decided_by_name ?? ''),
    decidedAt: row.decided_at,
    note: row.note ?? '',
  }
}

function kindOf({ refused_reversal_id: refused, finding, undoes, charge }: StoredRequest): ApprovalRequest['kind'] {
  if (charge !== null) return 'recordCharge'
  if (undoes) return 'undoResolution'
  if (finding !== null) return finding === 'charged' ? 'resolveCharged' : 'resolveNotCharged'
  return refused === null ? 'refund' : 'externalRefund'
}
