import type { ApprovalRequest } from '@portal/contract/approval-requests'
import type { Instant } from '@portal/contract/dates'
import { type ExceptionDetails, readException as readExceptionCall } from '@portal/contract/exceptions'
import type { ExceptionReason, ExceptionAction } from '@portal/contract/exceptions-texts'
import { decimalCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { blockedAccountsOf } from '../../payments/bank-blocks.ts'
import { readResolution } from '../../payments/records/hand-resolutions.ts'
import { findExternalRefund, isRefundOwed } from '../../payments/records/refused-reversals.ts'
import { billingStatusOf, staffStatusOf } from '../../payments/states.ts'
import { refuse } from '../../refusal.ts'
import { discrepanciesOf } from './discrepancies.ts'
import { measureOf, reasonsOf } from './exception-queries.ts'
import { selectPayments } from './list-exceptions.ts'
import { requestColumns, shownRequest } from './shown-request.ts'

/** With the actions possible now. @throws Refusal `payment-not-found` */
export async function readException(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'paymentGateway' | 'profile'>,
  caller: AdminCaller,
  id: number,
): Promise<ExceptionDetails> {
  const { db } = deps
  const reasons = await reasonsOf(db, measureOf(deps), id)
  const [payment] = await selectPayments(db, [{ checkoutId: id, reasons }])
  const attempt = await selectAttempt(db, id, deps.clock.now())
  if (!payment || !attempt) throw refuse(readExceptionCall, 'payment-not-found')
  const [accounts, disputes, approvalRequests, discrepancies, resolution, externalRefund] = await Promise.all([
    selectAccounts(db, id),
    selectDisputes(db, id),
    selectApprovalRequests(db, id, caller),
    discrepanciesOf(db, caller, id),
    readResolution(db, id),
    findExternalRefund(db, id),
  ])
  const isAnswered = accounts.every(({ billing }) => billing !== 'pending')
  const hasOpenRequest = approvalRequests.some(({ state }) => state === 'ASKED')
  const hasOpenExternalRefund = approvalRequests.some(
    ({ state, kind }) => state === 'ASKED' && kind === 'externalRefund',
  )
  const waiting: ExceptionAction[] = [
    ...(hasOpenRequest ? actionsOfResolution : []),
    ...(hasOpenRequest ? (['reportExternalRefund'] as const) : []),
    ...(hasOpenExternalRefund ? actionsBesideExternalRefund : []),
    // What is owed to the payer stays open.
    ...(attempt.state === 'CHARGED' ? [] : (['closeRefund'] as const)),
  ]
  const actions = actionsFor(reasons).filter((action) => !waiting.includes(action))
  // The gateway has taken the money already.
  const isDisputed = disputes.some(({ status }) => status === 'OPEN')
  if (attempt.state === 'CHARGED' && isAnswered && !hasOpenRequest && !isDisputed) actions.push('requestRefund')
  if ((await blockedAccountsOf(db, deps.profile, id, deps.clock.now())).length > 0) actions.push('allowBank')
  const mayUndo = (isAnswered && resolution?.isOpen && attempt.state === 'CHARGED') || externalRefund
  if (mayUndo && !hasOpenRequest) actions.push('undoResolution')
  const status = staffStatusOf(attempt.state, attempt.is_refund_owed)
  const { reference } = attempt
  const doubt = resolution?.doubt ?? ''
  const asks = attempt.asks_about_bank && { asksAboutBank: true as const }
  const about = { status, reference, doubt, accounts, disputes, actions, approvalRequests, discrepancies }
  return { ...payment, ...about, ...asks }
}

/** How long the holder of a bank account may have a payment back from the bank. */
const holderDays = 60

/** Whether a refund could be the second of two: only the customer knows what the bank was asked. */
export function asksAboutBank(now: Instant) {
  return sql<boolean>`bank_name is not null
    and coalesce(decided_at, sent_at) > ${now}::timestamptz - make_interval(days => ${holderDays}::int)`
}

async function selectAttempt(db: Db, id: number, now: Instant) {
  return await db
    .selectFrom('charge_attempt as payment')
    .select(['state', 'reference', isRefundOwed.as('is_refund_owed'), asksAboutBank(now).as('asks_about_bank')])
    .where('checkout_id', '=', id)
    .executeTakeFirst()
}

async function selectAccounts(db: Db, id: number): Promise<ExceptionDetails['accounts']> {
  const rows = await db
    .selectFrom('checkout_item as item')
    .leftJoin('posting', 'posting.item_id', 'item.id')
    .select(['item.account_id', 'item.amount_cents', 'posting.receipt_number', 'posting.state', 'posting.last_error'])
    .where('item.checkout_id', '=', id)
    .orderBy('item.ordinal')
    .execute()
  return rows.map((row) => ({
    accountId: row.account_id,
    amount: decimalCents(row.amount_cents),
    receipt: row.receipt_number ?? '',
    billing: billingStatusOf(row.state),
    billingAnswer: row.last_error ?? '',
  }))
}

async function selectDisputes(db: Db, id: number): Promise<ExceptionDetails['disputes']> {
  const rows = await db
    .selectFrom('dispute')
    .select(['id', 'state as status', 'amount_cents', 'reason', 'opened_at as openedAt'])
    .select('evidence_due_at as evidenceDueAt')
    .where('checkout_id', '=', id)
    .where('is_return', '=', false)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ amount_cents: amount, ...dispute }) => ({ ...dispute, amount: decimalCents(amount) }))
}

async function selectApprovalRequests(db: Db, id: number, caller: AdminCaller): Promise<ApprovalRequest[]> {
  const rows = await db
    .selectFrom('approval_request')
    .select([...requestColumns])
    .where('checkout_id', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => shownRequest(row, caller))
}

/** The payment's state decides whether one is possible. */
const actionsOf = {
  escalated: ['inquire', 'resolveCharged', 'resolveNotCharged'],
  unknown: ['inquire'],
  resolutionDoubted: ['keepResolution'],
  disputeOpen: [],
  disputeInquiry: [],
  disputeLost: ['closeDispute'],
  disputeWon: ['closeDispute'],
  bankReturned: ['closeReturn'],
  bankReturnedLate: ['closeDispute'],
  bankLate: ['inquire'],
  fraudWarning: ['closeDispute'],
  refundFailed: ['retryReversal', 'reportExternalRefund'],
  postingRefused: ['retryPosting'],
  postingLate: ['retryPosting'],
  cancellationRefused: ['retryPosting'],
  cancellationLate: ['retryPosting'],
  refundElsewhere: ['reportExternalRefund', 'closeRefund'],
  reversalRefused: ['retryReversal', 'reportExternalRefund'],
  refundRefused: ['closeRefund', 'reportExternalRefund'],
  reversalLate: ['inquire'],
  approvalPending: [],
} as const satisfies Record<ExceptionReason, readonly ExceptionAction[]>

function actionsFor(reasons: readonly ExceptionReason[]): ExceptionAction[] {
  return [...new Set(reasons.flatMap((reason): readonly ExceptionAction[] => actionsOf[reason]))]
}

/** Not while the record of an external refund waits: they would make its approval impossible. */
const actionsBesideExternalRefund = ['retryReversal', 'closeRefund'] as const satisfies readonly ExceptionAction[]

/** Not while a second person has yet to approve one. */
const actionsOfResolution = [
  'resolveCharged',
  'resolveNotCharged',
  'keepResolution',
] as const satisfies readonly ExceptionAction[]
