import type { BankAccountType } from '@portal/contract/bank-accounts'
import type { ReplyOf } from '@portal/contract/call'
import type { CardBrand } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import { type countExceptions as countExceptionsCall, mostCounted } from '@portal/contract/exception-count'
import { type PaymentException, findPayment, exceptionsPageSize } from '@portal/contract/exceptions'
import type { ExceptionReason } from '@portal/contract/exceptions-texts'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, decimalCents } from '@portal/contract/money'
import { type PaymentMode, wholeReceipt } from '@portal/contract/payments'
import { readShortNumber, tagOfReceipt } from '@portal/contract/short-number'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'
import { chargedStates, wasCharged } from '../../payments/states.ts'
import { refuse } from '../../refusal.ts'
import { openAutopayExceptions } from './autopay-exceptions.ts'
import { countDiscrepancies } from './discrepancies.ts'
import { countPayments, measureOf, selectExceptions } from './exception-queries.ts'

/** The oldest first. */
export async function listExceptions(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'paymentGateway'>,
  after: number,
): Promise<{ payments: PaymentException[]; hasMore: boolean }> {
  // One more than is shown proves that there is another page.
  const wanted = { after, most: exceptionsPageSize + 1 }
  const found = await selectExceptions(deps.db, measureOf(deps), wanted)
  const page = found.slice(0, exceptionsPageSize)
  return { payments: await selectPayments(deps.db, page), hasMore: found.length > page.length }
}

interface PaymentRow {
  id: number
  sent_at: Instant
  amount_cents: Cents
  account_id: AccountNumber
  account_count: number
  receipt_tag: string | null
  state: AttemptState
  brand: CardBrand | null
  bank_name: string | null
  bank_account_type: BankAccountType | null
  last_four: string
  mode: PaymentMode
}

/** In the order of their keys. */
export async function selectPayments(
  db: Db | Tx,
  wanted: readonly { checkoutId: number; reasons: ExceptionReason[] }[],
): Promise<PaymentException[]> {
  const reasonsOf = new Map(wanted.map(({ checkoutId, reasons }) => [checkoutId, reasons]))
  const { rows } = await sql<PaymentRow>`
    select checkout.id, payment.sent_at, payment.amount_cents, first_item.account_id, checkout.account_count,
      coalesce(payment.short_number, payment.transaction_tag) as receipt_tag, payment.state, payment.brand,
      payment.bank_name, payment.bank_account_type, payment.last_four, payment.mode
    from checkout
    join charge_attempt payment on payment.checkout_id = checkout.id
    join checkout_item first_item on first_item.checkout_id = checkout.id and first_item.ordinal = 1
    where checkout.id = any(${[...reasonsOf.keys()]}::bigint[]) order by checkout.id
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    reasons: reasonsOf.get(row.id) ?? [],
    paidAt: row.sent_at,
    amount: decimalCents(row.amount_cents),
    accountId: row.account_id,
    accountCount: row.account_count,
    // Its payer quotes the number of a bank payment from the beginning.
    receipt: row.receipt_tag && (wasCharged(row.state) || row.bank_name) ? wholeReceipt(row.receipt_tag) : '',
    brand: row.brand,
    bankName: row.bank_name,
    bankAccountType: row.bank_account_type,
    lastFour: row.last_four,
    mode: row.mode,
  }))
}

export async function countExceptions(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'profile' | 'paymentGateway'>,
  caller: AdminCaller,
): Promise<ReplyOf<typeof countExceptionsCall>> {
  const [payments, discrepancies, { count: autoPay }, approvals] = await Promise.all([
    countPayments(deps.db, measureOf(deps)),
    countDiscrepancies(deps.db),
    openAutopayExceptions(deps),
    selectApprovalsFor(deps.db, caller),
  ])
  return {
    payments: Math.min(payments, mostCounted),
    discrepancies: Math.min(discrepancies, mostCounted),
    autoPay: Math.min(autoPay, mostCounted),
    approvals: approvals.length,
    firstApproval: approvals[0] ?? null,
    isMore: Math.max(payments, discrepancies, autoPay) > mostCounted,
  }
}

/**
 * By the receipt of one account or of the whole payment. A short number is quoted before there is a receipt, too.
 * @throws Refusal `payment-not-found`
 */
export async function findByReceipt(db: Db, receipt: string): Promise<number> {
  const attempts = db.selectFrom('charge_attempt').select('checkout_id')
  const short = readShortNumber(receipt)
  const found = short
    ? attempts.where('short_number', '=', short.number)
    : attempts.where('transaction_tag', '=', tagOfReceipt(receipt)).where('state', 'in', chargedStates)
  const payment = await found.executeTakeFirst()
  if (!payment) throw refuse(findPayment, 'payment-not-found')
  return payment.checkout_id
}

/** Payments with an open request that this admin has not made, the oldest first; at most `mostCounted`. */
async function selectApprovalsFor(db: Db, { adminUserId, username }: AdminCaller): Promise<number[]> {
  const rows = await db
    .selectFrom('approval_request')
    .select('checkout_id')
    // Literal, for the partial index.
    .where(sql<boolean>`state = 'ASKED'`)
    .where('checkout_id', 'is not', null)
    .where('requested_by', '<>', adminUserId)
    .where(sql<boolean>`lower(requested_by_name) <> lower(${username})`)
    .orderBy('checkout_id')
    .limit(mostCounted)
    .execute()
  return rows.flatMap(({ checkout_id: checkoutId }) => checkoutId ?? [])
}
