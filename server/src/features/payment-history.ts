import { dialogRows } from '@portal/contract/bills'
import { dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { cents, decimalCents } from '@portal/contract/money'
import { type PaymentHistoryItem, readPaymentHistory as readPaymentHistoryCall } from '@portal/contract/payment-history'
import type { FastifyInstance } from 'fastify'
import type { PaymentMade } from '../adapters/billing-system/port-bills.ts'
import type { Caller, CustomerCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requireAccess } from '../foundation/sessions/accounts.ts'
import { customerOrAdminRoute } from '../http/route.ts'
import { readPortalPayments } from '../payments/balances.ts'
import { type BankStanding, readBankStandings } from '../payments/records/bank-standings.ts'
import { depositsEndAt } from '../payments/schedule.ts'

/** C§2.5, C§7. */
export function paymentHistoryRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readPaymentHistoryCall, async ({ session, body }) => ({
    result: await readPaymentHistory(deps, session, body.accountId),
  }))
}

/** A customer reads where to open their own payments from bank accounts. */
type Reader = Pick<Caller, 'id'> | CustomerCaller

/** With charges not recorded by billing yet (C§7). @throws Refusal for an account not open; BillingSystemDown */
export async function readPaymentHistory(
  deps: Pick<Deps, 'db' | 'clock' | 'billing' | 'profile'>,
  caller: Reader,
  account: AccountNumber,
): Promise<PaymentHistoryItem[]> {
  await requireAccess(deps.db, caller.id, account)
  // In this order, a payment recorded between the two reads is found by both, and listed once; else by neither.
  const known = await readPortalPayments(deps, [account])
  const standings = await readBankStandings(deps.db, account, dialogRows)
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
  const listed = [...underWay.toReversed(), ...recorded].map((payment) => itemOf(account, payment))
  return withBanks(deps, { caller, account }, listed, standings).slice(0, dialogRows)
}

/** A payment that the billing system has is marked; one that it does not have is added, by its day. */
function withBanks(
  { profile }: Pick<Deps, 'profile'>,
  { caller, account }: { caller: Reader; account: AccountNumber },
  listed: readonly PaymentHistoryItem[],
  standings: readonly BankStanding[],
): PaymentHistoryItem[] {
  const username = 'webUserId' in caller ? caller.username.toLowerCase() : null
  const bankOf = ({ state, answersBy, sentAt, checkout, paidBy }: BankStanding): PaymentHistoryItem['bank'] => ({
    standing: standingOf[state],
    by: state === 'VERIFYING' ? depositsEndAt(sentAt) : answersBy,
    checkout: username !== null && paidBy?.toLowerCase() === username ? checkout : null,
  })
  const byReceipt = new Map<string | null, PaymentHistoryItem['bank']>(
    standings.map((standing) => [standing.receipt, bankOf(standing)]),
  )
  const marked = listed.map((item) => {
    const isMade = item.receiptNumber !== null && item.FinancialTransactionType === 'PS'
    const bank = isMade ? byReceipt.get(item.receiptNumber) : undefined
    return bank ? { ...item, bank } : item
  })
  const receipts = new Set(listed.map(({ receiptNumber }) => receiptNumber))
  const added: PaymentHistoryItem[] = standings
    .filter(({ receipt }) => receipt === null || !receipts.has(receipt))
    .map((standing) => {
      const date = dateIn(profile.timeZone, standing.sentAt)
      const payment = { date, type: 'PS' as const, amount: cents(-standing.amount), receipt: standing.receipt }
      return { ...itemOf(account, payment), bank: bankOf(standing) }
    })
  if (added.length === 0) return marked
  return [...added, ...marked].toSorted((one, other) => other.ArrearsDate.localeCompare(one.ArrearsDate))
}

const standingOf = { VERIFYING: 'verifying', PROCESSING: 'submitted', RETURNED: 'returned' } as const

function itemOf(account: AccountNumber, { date, type, amount, receipt }: PaymentMade): PaymentHistoryItem {
  return {
    ArrearsDate: date,
    Parent: account,
    TotalAmount: decimalCents(amount),
    FinancialTransactionType: type,
    receiptNumber: receipt,
  }
}
