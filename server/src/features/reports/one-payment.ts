import type { ReplyOf } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import { decimalCents } from '@portal/contract/money'
import {
  type BankPayment,
  type IndividualPayment,
  type readBillingPayments as readBillingPaymentsCall,
  type readWebPayments as readWebPaymentsCall,
  historyRows,
} from '@portal/contract/one-payment'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { isRefundOwed } from '../../payments/records/refused-reversals.ts'
import { billingStatusOf, checkoutStateOf, payerOutcomeOf, staffStatusOf } from '../../payments/states.ts'
import { payerOf } from './search-payments.ts'

/** In the payment's order (A§7 get-individual); empty when there is no such payment. */
export async function readIndividualPayments(db: Db, checkoutId: number): Promise<IndividualPayment[]> {
  const rows = await db
    .selectFrom('checkout_item as item')
    .innerJoin('charge_attempt as payment', 'payment.checkout_id', 'item.checkout_id')
    .leftJoin('posting', 'posting.item_id', 'item.id')
    .select(['item.account_id', 'item.amount_cents', 'item.status', 'payment.sent_at', 'payment.state'])
    .select(['posting.receipt_number', 'posting.state as posting_state', isRefundOwed.as('is_refund_owed')])
    .where('item.checkout_id', '=', checkoutId)
    .orderBy('item.ordinal')
    .execute()
  return rows.map((row) => ({
    account_number: row.account_id,
    receipt_num: row.receipt_number ?? '',
    amount: decimalCents(row.amount_cents),
    status: row.status,
    standing: staffStatusOf(row.state, row.is_refund_owed),
    billing: billingStatusOf(row.posting_state),
    ccb_status: row.posting_state === 'POSTED' ? '1' : '0',
    payment_date: row.sent_at,
  }))
}

/** Null for a card. */
export async function readBankPayment(db: Db, checkoutId: number): Promise<BankPayment | null> {
  const row = await db
    .selectFrom('charge_attempt as payment')
    .leftJoin('debit_authorization as debit', 'debit.attempt_id', 'payment.id')
    .select(['state', 'card_holder as holder', 'answered_by as answersBy', 'return_reason', 'return_code'])
    .select('debit.accepted_at as authorizedAt')
    .where('checkout_id', '=', checkoutId)
    .where('bank_name', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  const { state, return_reason: reason, return_code: code, ...known } = row
  const outcome = payerOutcomeOf[checkoutStateOf[state]]
  return { ...known, outcome, returned: reason && { reason, code } }
}

/** The newest that the portal took, successful or not. */
export async function readWebPayments(
  db: Db,
  account: AccountNumber,
): Promise<ReplyOf<typeof readWebPaymentsCall>['result']> {
  const rows = await db
    .selectFrom('checkout_item as item')
    .innerJoin('charge_attempt as payment', 'payment.checkout_id', 'item.checkout_id')
    .leftJoin('posting', 'posting.item_id', 'item.id')
    .select(['payment.sent_at', 'payment.paid_by', 'payment.transaction_tag', 'item.status', 'item.amount_cents'])
    .select(['posting.receipt_number', 'payment.mode', 'payment.state', isRefundOwed.as('is_refund_owed')])
    .where('item.account_id', '=', account)
    .orderBy('item.id', 'desc')
    .limit(historyRows)
    .execute()
  return rows.map((row) => ({
    payment_date: row.sent_at,
    username: payerOf(row),
    receipt_num: row.receipt_number ?? '',
    transaction_tag: row.transaction_tag ?? '',
    status: row.status,
    standing: staffStatusOf(row.state, row.is_refund_owed),
    amount: decimalCents(row.amount_cents),
  }))
}

/** The newest in the billing system's books. @throws BillingSystemDown */
export async function readBillingPayments(
  { billing }: Pick<Deps, 'billing'>,
  account: AccountNumber,
): Promise<ReplyOf<typeof readBillingPaymentsCall>['result']> {
  const payments = await billing.payments(account, historyRows)
  return payments.map(({ date, type, amount }) => ({
    ArrearsDate: date,
    FinancialTransactionType: type,
    TotalAmount: decimalCents(amount),
  }))
}
