import type { GiveBackRequest } from '@portal/contract/give-back-request'
import { decimalCents } from '@portal/contract/money'
import { type DeskPayment, readDeskPayment } from '@portal/contract/money-desk'
import type { AttentionReason, BillingStanding, PaymentMove } from '@portal/contract/money-desk-texts'
import { visibleAdminName } from '@portal/contract/text'
import type { Selectable } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { AttemptState, PaymentTables, PostingState } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/problem.ts'
import { staffStatusOf } from '../../payments/states.ts'
import { discrepanciesOf } from './discrepancies.ts'
import { overdueBefore, reasonsOf } from './exception-queries.ts'
import { selectPayments } from './list-exceptions.ts'
import { isOwnRequest } from './refund-requests.ts'

const billingOf = {
  PENDING: 'waiting',
  POSTING: 'waiting',
  POSTED: 'recorded',
  REJECTED: 'refused',
  CANCEL_DUE: 'cancelling',
  CANCELLING: 'cancelling',
  CANCELLED: 'cancelled',
  CANCEL_REJECTED: 'cancelRefused',
} as const satisfies Record<PostingState, BillingStanding>

/**
 * A payment with the actions that are possible now.
 * @throws Refusal `no-such-payment`
 */
export async function readException(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: AdminCaller,
  id: number,
): Promise<DeskPayment> {
  const { db } = deps
  const reasons = await reasonsOf(db, overdueBefore(deps), id)
  const [payment] = await selectPayments(db, [{ checkoutId: id, reasons }])
  const attempt = await selectAttempt(db, id)
  if (!payment || !attempt) throw refuse(readDeskPayment, 'no-such-payment')
  const [accounts, reversals, discrepancies] = await Promise.all([
    selectAccounts(db, id),
    selectGiveBacks(db, id, caller),
    discrepanciesOf(db, id),
  ])
  const isAnswered = accounts.every(({ billing }) => billing !== 'waiting')
  const isAsked = reversals.some(({ state }) => state === 'ASKED')
  const isSaidGivenBack = reversals.some(({ state, kind }) => state === 'ASKED' && kind === 'wasGivenBack')
  const waiting: PaymentMove[] = [
    ...(isAsked ? movesOfSettlement : []),
    ...(isAsked ? (['askWasGivenBack'] as const) : []),
    ...(isSaidGivenBack ? movesAfterDecision : []),
  ]
  const moves = movesFor(reasons).filter((move) => !waiting.includes(move))
  if (attempt.state === 'CHARGED' && isAnswered && !isAsked) moves.push('askGiveBack')
  const standing = staffStatusOf[attempt.state]
  return { ...payment, standing, reference: attempt.reference, accounts, moves, giveBacks: reversals, discrepancies }
}

async function selectAttempt(db: Db, id: number): Promise<{ state: AttemptState; reference: string } | undefined> {
  return await db
    .selectFrom('charge_attempt')
    .select(['state', 'reference'])
    .where('checkout_id', '=', id)
    .executeTakeFirst()
}

async function selectAccounts(db: Db, id: number): Promise<DeskPayment['accounts']> {
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
    billing: row.state === null ? 'none' : billingOf[row.state],
    said: row.last_error ?? '',
  }))
}

async function selectGiveBacks(db: Db, id: number, caller: AdminCaller): Promise<GiveBackRequest[]> {
  const rows = await db
    .selectFrom('give_back_request')
    .select(['id', 'amount_cents', 'reason', 'requested_by', 'requested_by_name', 'requested_at'])
    .select(['refused_reversal_id', 'finding', 'transaction_tag', 'authorization_number', 'gateway_said'])
    .select(['state', 'decided_by_name', 'decided_at', 'note'])
    .where('checkout_id', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amount: decimalCents(row.amount_cents),
    reason: row.reason,
    requestedBy: visibleAdminName(row.requested_by_name),
    requestedAt: row.requested_at,
    kind: kindOf(row),
    tag: row.transaction_tag ?? '',
    authorization: row.authorization_number ?? '',
    gatewaySaid: row.gateway_said ?? '',
    isOwn: isOwnRequest({ requestedBy: row.requested_by, requestedByName: row.requested_by_name }, caller),
    state: row.state,
    decidedBy: visibleAdminName(row.decided_by_name ?? ''),
    decidedAt: row.decided_at,
    note: row.note ?? '',
  }))
}

function kindOf({
  refused_reversal_id: refused,
  finding,
}: Pick<Selectable<PaymentTables['give_back_request']>, 'refused_reversal_id' | 'finding'>): GiveBackRequest['kind'] {
  if (finding !== null) return finding === 'charged' ? 'settleCharged' : 'settleNotCharged'
  return refused === null ? 'giveBack' : 'wasGivenBack'
}

/**
 * The actions that a person can take for each reason. The payment's state at that moment decides whether one is
 * possible.
 */
const movesOf = {
  escalated: ['lookAgain', 'settleCharged', 'settleNotCharged'],
  unknown: ['lookAgain'],
  postingRefused: ['retryBilling'],
  postingLate: ['retryBilling'],
  cancellationRefused: ['retryBilling'],
  cancellationLate: ['retryBilling'],
  giveBackRefused: ['sendAgain', 'askWasGivenBack'],
  refundRefused: ['closeGiveBack', 'askWasGivenBack'],
  giveBackLate: ['lookAgain'],
  giveBackAsked: [],
} as const satisfies Record<AttentionReason, readonly PaymentMove[]>

/** The actions that a person can take for all of these reasons, each once. */
export function movesFor(reasons: readonly AttentionReason[]): PaymentMove[] {
  return [...new Set(reasons.flatMap((reason): readonly PaymentMove[] => movesOf[reason]))]
}

/**
 * Actions about a refused void or refund that must wait while the record of an external refund waits for approval. Once
 * they are taken, it could not be approved any more.
 */
export const movesAfterDecision = ['sendAgain', 'closeGiveBack'] as const satisfies readonly PaymentMove[]

/** Actions that resolve an escalated payment. They wait while a second person has yet to approve one. */
export const movesOfSettlement = ['settleCharged', 'settleNotCharged'] as const satisfies readonly PaymentMove[]
