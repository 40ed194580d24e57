import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { type AgedDebt, arrearsOf, balanceOf, payOldestFirst } from '@portal/contract/aged-debt'
import { type CalendarDate, type Instant, dateIn } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { type Cents, noCents, sumCents } from '@portal/contract/money'
import { isDue, isInArrears } from '@portal/contract/owed'
import type { PendingPayment } from '@portal/contract/pay-now'
import { receiptNumber } from '@portal/contract/payments'
import { sql } from 'kysely'
import type { AccountBalance } from '../adapters/billing-system/port-bills.ts'
import { arrayToJoin, startOfDay } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { isBankBlocked } from './bank-blocks.ts'

type Needed = Pick<Deps, 'billing' | 'clock' | 'profile'>

/**
 * Rows of C§3, in the order asked. Charged payments count before they are recorded, and what a bank is about to pay
 * whether it is recorded before or after. @throws BillingSystemDown
 */
export async function accountRows(
  deps: Needed,
  accounts: readonly AccountNumber[],
  known: ReadonlyMap<AccountNumber, PortalPayments>,
): Promise<AccountSummaryRow[]> {
  const charged = new Map(
    [...known].map(([account, { unposted, uncredited }]) => [account, [...unposted, ...uncredited]]),
  )
  const { balances, unposted } = await balancesBeside(deps, accounts, charged)
  const today = dateIn(deps.profile.timeZone, deps.clock.now())
  const byAccount = new Map(balances.map((balance) => [balance.accountId, balance]))
  return accounts.flatMap((account) => {
    const balance = byAccount.get(account)
    if (!balance) return []
    const paid = sumCents((unposted.get(account) ?? []).map((payment) => payment.amount))
    return [rowOf(balance, payOldestFirst(balance.debt, paid), known.get(account), today)]
  })
}

function rowOf(
  balance: AccountBalance,
  debt: AgedDebt,
  portal: PortalPayments | undefined,
  today: CalendarDate,
): AccountSummaryRow {
  const { latestBill, dueDate } = balance
  return {
    isComplete: true,
    accID: balance.accountId,
    className: balance.customerClass,
    serviceLocation: balance.serviceLocation,
    amount: balanceOf(debt),
    dueDate,
    isDueDateRed: isOverdue(debt, dueDate, today),
    arrearsTotal: arrearsOf(debt),
    isActive: balance.isActive,
    cashOnlyFlag: balance.isCashOnly ? 'Y' : 'N',
    isBeingPaid: portal?.isBeingPaid ?? false,
    pendingPayment: portal?.pending ?? null,
    isBankBlocked: portal?.isBankBlocked ?? false,
    latestBill: latestBill && { billId: latestBill.billId, billDate: latestBill.billDate, total: latestBill.total },
    arrears: [
      { label: 'Current charges', amount: debt.newCharges },
      { label: '1 to 30 days past due', amount: debt.days30 },
      { label: '31 to 60 days past due', amount: debt.days60 },
      { label: '61 to 90 days past due', amount: debt.days90 },
      { label: 'Over 90 days past due', amount: debt.older },
    ],
    alreadyPaid: portal?.alreadyPaid ?? { Visa: noCents, Discover: noCents },
  }
}

/** The page shows it in red (A§3). */
function isOverdue(debt: AgedDebt, dueDate: CalendarDate | null, today: CalendarDate): boolean {
  const amount = balanceOf(debt)
  const isLate = dueDate !== null && dueDate < today
  return isInArrears({ amount, arrearsTotal: arrearsOf(debt) }) || (isDue(amount) && isLate)
}

type Unposted = ReadonlyMap<AccountNumber, readonly UnpostedPayment[]>

/** A payment that is recorded between the two reads would count twice, so both are then read again. */
async function balancesBeside(
  deps: Needed,
  accounts: readonly AccountNumber[],
  charged: Unposted,
): Promise<{ balances: AccountBalance[]; unposted: Unposted }> {
  const unposted = await unrecorded(deps, charged)
  const balances = await deps.billing.balances(accounts)
  const still = await unrecorded(deps, unposted)
  const isSame = [...still].every(([account, payments]) => payments.length === unposted.get(account)?.length)
  return isSame ? { balances, unposted } : await balancesBeside(deps, accounts, still)
}

async function unrecorded({ billing }: Needed, charged: Unposted): Promise<Unposted> {
  const asked = [...charged].map(async ([account, payments]) => {
    const held = await Promise.all(payments.map((payment) => billing.findPayment(payment.receipt)))
    return [account, payments.filter((_, index) => held[index] === null)] as const
  })
  return new Map(await Promise.all(asked))
}

export interface PortalPayments {
  /** A card payment is still being confirmed, so the account must not be paid again yet (R19). */
  isBeingPaid: boolean
  /** Charged, but maybe not recorded by the billing system yet, or refused by it; usually none. */
  unposted: UnpostedPayment[]
  /** From bank accounts that the bank has not answered yet, credited or not. */
  pending: PendingPayment | null
  /** Those of them that the billing system gets once the bank has paid, under the receipts that they will have. */
  uncredited: UnpostedPayment[]
  /** Paid this calendar month with the cards that have a monthly cap (C§5). */
  alreadyPaid: { Visa: Cents; Discover: Cents }
  isBankBlocked: boolean
  /** Identifies the newest payment of the account, maybe on its way, and rises with each; 0 when there is none. */
  newestPaid: number
}

export interface UnpostedPayment {
  receipt: ReceiptNumber
  amount: Cents
  chargedAt: Instant
}

interface Row {
  account_id: AccountNumber
  is_held: boolean
  is_bank_blocked: boolean
  unposted: UnpostedPayment[] | null
  uncredited: (Omit<UnpostedPayment, 'receipt'> & { tag: string; ordinal: number; count: number })[] | null
  pending: Cents | null
  answers_by: Instant | null
  visa: Cents | null
  discover: Cents | null
  newest: number | null
}

export async function readPortalPayments(
  { db, clock, profile }: Pick<Deps, 'db' | 'clock' | 'profile'>,
  accounts: readonly AccountNumber[],
): Promise<ReadonlyMap<AccountNumber, PortalPayments>> {
  if (accounts.length === 0) return new Map()
  const firstOfMonth = `${dateIn(profile.timeZone, clock.now()).slice(0, 7)}-01`
  const { rows } = await sql<Row>`
      select asked.account_id,
        exists (select from account_hold held where held.account_id = asked.account_id) as is_held,
        ${isBankBlocked(profile, sql`asked.account_id`, clock.now())} as is_bank_blocked,
        paid.*
      from unnest(${arrayToJoin(accounts)}) as asked (account_id)
      cross join lateral (
        select
          sum(item.amount_cents) filter (where source_code = 'CCV' and attempt.sent_at >= month.began)::bigint as visa,
          max(item.id) as newest,
          sum(item.amount_cents) filter (where source_code = 'CCD' and attempt.sent_at >= month.began)::bigint as discover,
          json_agg(json_build_object('receipt', receipt_number, 'amount', posting.amount_cents, 'chargedAt', ${sentAt})
            order by attempt.sent_at) filter (where posting.state in ('PENDING', 'POSTING', 'REJECTED'))
            as unposted,
          json_agg(json_build_object('tag', coalesce(short_number, transaction_tag), 'ordinal', item.ordinal,
              'count', account_count, 'amount', item.amount_cents, 'chargedAt', ${sentAt})
            order by attempt.sent_at) filter (where attempt.state = 'PROCESSING' and posting.item_id is null)
            as uncredited,
          sum(item.amount_cents) filter (where attempt.state in ('VERIFYING', 'PROCESSING'))::bigint as pending,
          max(attempt.answered_by) filter (where attempt.state = 'PROCESSING') as answers_by
        from checkout_item item
        join checkout on checkout.id = item.checkout_id and checkout.state in ('PAID', 'PROCESSING', 'VERIFYING')
        join charge_attempt attempt on attempt.checkout_id = checkout.id
        left join posting on posting.item_id = item.id
        cross join (select ${startOfDay(firstOfMonth, profile.timeZone)} as began) as month
        where item.account_id = asked.account_id) as paid`.execute(db)
  return new Map(rows.map((row) => [row.account_id, paymentsOf(row)]))
}

const sentAt = sql`to_char(attempt.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

function paymentsOf({ is_held: isBeingPaid, unposted, visa, discover, newest, ...row }: Row): PortalPayments {
  return {
    isBeingPaid,
    isBankBlocked: row.is_bank_blocked,
    unposted: unposted ?? [],
    pending: row.pending === null ? null : { amount: row.pending, answersBy: row.answers_by },
    uncredited: (row.uncredited ?? []).map(({ tag, ordinal, count, ...payment }) => ({
      ...payment,
      receipt: receiptNumber(tag, ordinal, count),
    })),
    alreadyPaid: { Visa: visa ?? noCents, Discover: discover ?? noCents },
    newestPaid: newest ?? 0,
  }
}
