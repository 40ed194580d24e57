import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { Selectable } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { FoundCharge, ManualActionTables } from '../../database/tables/manual-actions.ts'
import type { ManualFinding } from '../../payments/manual/compare-finding.ts'
import { lockCheckout } from '../../payments/records/checkouts.ts'
import type { Next, requestMoves } from '../../payments/states.ts'

/** What somebody has asked for, as the second person decides it. */
export interface OpenRequest {
  /** Null for a charge that is to be recorded. */
  checkoutId: number | null
  requestedBy: number
  requestedByName: string
  requestedAt: Instant
  reason: string
  amount: Cents
  /** To be recorded in the place of this refused reversal; null otherwise. */
  refusedReversalId: number | null
  /** Null for a refund, and to undo a resolution. */
  finding: ManualFinding | null
  undoes: boolean
  /** To be recorded as a payment; else null. */
  charge: FoundCharge | null
}

/** What a command may know of an admin who is not logged in. */
export type Requester = Pick<AdminCaller, 'adminUserId' | 'username'>

/** A deleted user of the same name counts: who loses the second factor is deleted and added anew. */
export function isOwnRequest(
  { requestedBy, requestedByName }: Pick<OpenRequest, 'requestedBy' | 'requestedByName'>,
  { adminUserId, username }: Requester,
): boolean {
  return requestedBy === adminUserId || requestedByName.toLowerCase() === username.toLowerCase()
}

/** The payment before the request, as in making one. `none`: no such request. */
export async function lockRequest(tx: Tx, id: number): Promise<OpenRequest | 'none' | 'closed'> {
  const known = await tx.selectFrom('approval_request').select('checkout_id').where('id', '=', id).executeTakeFirst()
  if (!known) return 'none'
  if (known.checkout_id !== null) await lockCheckout(tx, known.checkout_id)
  const row = await tx
    .selectFrom('approval_request')
    .select(['checkout_id', 'requested_by', 'requested_by_name', 'requested_at', 'reason', 'amount_cents'])
    .select(['refused_reversal_id', 'finding', 'transaction_tag', 'authorization_number', 'undoes', 'charge'])
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'closed'
  return {
    checkoutId: row.checkout_id,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at,
    reason: row.reason,
    amount: row.amount_cents,
    refusedReversalId: row.refused_reversal_id,
    finding: row.undoes ? null : findingOf(row),
    undoes: row.undoes,
    charge: row.charge,
  }
}

function findingOf(
  row: Pick<Selectable<ManualActionTables['approval_request']>, 'finding' | 'transaction_tag' | 'authorization_number'>,
): ManualFinding | null {
  const { finding: outcome, transaction_tag: tag, authorization_number: authorization } = row
  if (outcome !== 'charged') return outcome && { outcome }
  // The database has both numbers of such a finding.
  return tag !== null && authorization !== null ? { outcome, tag, authorization } : null
}

/** The only move of a request. @throws Error unless it is open: the caller has locked it */
export async function closeRequest(
  tx: Tx,
  id: number,
  decided: {
    state: Next<typeof requestMoves, 'ASKED'>
    by: AdminCaller
    at: Instant
    note: string | null
    checkoutId: number | null
  },
): Promise<void> {
  const closed = await tx
    .updateTable('approval_request')
    .set({
      state: decided.state,
      decided_by: decided.by.adminUserId,
      decided_by_name: decided.by.username,
      decided_at: decided.at,
      note: decided.note,
      checkout_id: decided.checkoutId,
    })
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .executeTakeFirst()
  if (closed.numUpdatedRows !== 1n) throw new Error('A request was decided twice')
}
