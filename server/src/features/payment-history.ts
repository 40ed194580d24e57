import { dialogRows } from '@portal/contract/bills'
import { dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { cents, decimalCents } from '@portal/contract/money'
import { type PaymentHistoryItem, readPaymentHistory as readPaymentHistoryCall } from '@portal/contract/payment-history'
import type { FastifyInstance } from 'fastify'
import type { PaymentMade } from '../adapters/billing-system/port-bills.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requireAccess } from '../foundation/sessions/accounts.ts'
import { customerOrAdminRoute } from '../http/route.ts'
import { readPortalPayments } from '../payments/balances.ts'

/** C§2.5, C§7. */
export function paymentHistoryRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readPaymentHistoryCall, async ({ session, body }) => ({
    result: await readPaymentHistory(deps, session, body.accountId),
  }))
}

/** With charges not recorded by billing yet (C§7). @throws Refusal for an account not open; BillingSystemDown */
export async function readPaymentHistory(
  deps: Pick<Deps, 'db' | 'clock' | 'billing' | 'profile'>,
  caller: Pick<Caller, 'id'>,
  account: AccountNumber,
): Promise<PaymentHistoryItem[]> {
  await requireAccess(deps.db, caller.id, account)
  // In this order, a payment recorded between the two reads is found by both, and listed once; else by neither.
  const known = await readPortalPayments(deps, [account])
  const recorded = await deps.billing.payments(account, dialogRows)
  const receipts = new Set(recorded.map((payment) => payment.receipt))
  const unposted = known.get(account)?.unposted ?? []
  const underWay = unposted
    .filter((payment) => !receipts.has(payment.receipt))
    .map((payment): PaymentMade => ({
      date: dateIn(deps.profile.timeZone, payment.chargedAt),
      type: 'PS',
      amount: cents(-payment.amount),
      receipt: payment.receipt,
    }))
  return [...underWay.toReversed(), ...recorded].slice(0, dialogRows).map((payment) => itemOf(account, payment))
}

function itemOf(account: AccountNumber, { date, type, amount, receipt }: PaymentMade): PaymentHistoryItem {
  return {
    ArrearsDate: date,
    Parent: account,
    TotalAmount: decimalCents(amount),
    FinancialTransactionType: type,
    receiptNumber: receipt,
  }
}
