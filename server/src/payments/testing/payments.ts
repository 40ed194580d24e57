import { randomUUID } from 'node:crypto'
import type { CardBrand } from '@portal/contract/card'
import { AccountNumber } from '@portal/contract/ids'
import { type PaymentMode, receiptNumber } from '@portal/contract/payments'
import type pg from 'pg'
import type { BankReturn } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { AttemptState } from '../../database/tables/payments.ts'

/** What a test specifies; the rest is ordinary. */
export interface TestPayment {
  at: string
  state?: AttemptState
  mode?: PaymentMode
  madeBy?: 'person' | 'autoPay' | 'schedule'
  /** Null for a bank account. */
  brand?: CardBrand | null
  returned?: BankReturn
  answeredBy?: string
  lastFour?: string
  amount?: number
  /** In the amount. */
  fee?: number
  username?: string | null
  accounts?: readonly string[]
  tag?: string
  shortNumber?: string
  reference?: string
  authorization?: string
  bankMessage?: string
  isPosted?: boolean
}

let made = 0

const checkoutStates: Readonly<Record<AttemptState, string>> = {
  INTENT: 'CHARGING',
  CHARGED: 'PAID',
  DECLINED: 'DECLINED',
  NOT_CHARGED: 'NOT_CHARGED',
  UNKNOWN: 'UNDECIDED',
  ESCALATED: 'UNDECIDED',
  REVERSING: 'REVERSING',
  REVERSED: 'REVERSED',
  VERIFYING: 'VERIFYING',
  PROCESSING: 'PROCESSING',
  RETURNED: 'RETURNED',
}

/** As the engine would have left it. @returns the overall payment's key */
export async function addTestPayment(pool: pg.Pool, payment: TestPayment): Promise<number> {
  made += 1
  const { state = 'CHARGED', mode = 'Online', amount = 5000, fee = 0, username = null, isPosted = true } = payment
  const bills = amount - fee
  const accounts = (payment.accounts ?? ['4821007391']).map((account) => AccountNumber.parse(account))
  const tag = payment.tag ?? String(900_000 + made)
  const { shortNumber = null } = payment
  const checkout = await pool.query<{ id: number }>(
    `insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
       account_count, state, created_at, paid_by)
     values ($1, 1, $1, 'content', $2, 'CCV', $3, $4, $5, $6, $7) returning id`,
    [randomUUID(), mode, bills, accounts.length, checkoutStates[state], payment.at, username],
  )
  const id = checkout.rows[0]?.id ?? 0
  await pool.query(
    `insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
       transaction_tag, authorization_number, sequence_number, exact_message, bank_message, mode, paid_by, made_by, decided_at,
       short_number, bank_name, bank_account_type, return_reason, return_code, answered_by, fee_cents)
     values ($1, $2, $3, $4, $5, 'Maria Cruz', $6, $7, $8, $9, $10, 'Transaction Normal', $11, $12, $13, $14,
       case when $6 in ('INTENT', 'UNKNOWN', 'ESCALATED', 'VERIFYING', 'PROCESSING') then null else $7::timestamptz end, $15,
       case when $4::text is null then 'First Hawaiian' end, case when $4::text is null then 'checking' end, $16, $17, $18, $19)`,
    [
      id,
      payment.reference ?? `G${String(made).padStart(16, '0')}`,
      amount,
      payment.brand === undefined ? 'Visa' : payment.brand,
      payment.lastFour ?? '1111',
      state,
      payment.at,
      tag,
      payment.authorization ?? `ET${made}`,
      String(made).padStart(6, '0'),
      payment.bankMessage ?? 'Approved',
      mode,
      username,
      payment.madeBy ?? 'person',
      shortNumber,
      payment.returned?.reason,
      payment.returned?.code,
      payment.answeredBy,
      fee,
    ],
  )
  for (const [index, account] of accounts.entries()) {
    const item = await pool.query<{ id: number }>(
      `insert into checkout_item (checkout_id, account_id, ordinal, amount_cents, service_location, status)
       values ($1, $2, $3, $4, '12 Marine Corps Dr', $5) returning id`,
      [id, account, index + 1, bills / accounts.length, state === 'CHARGED' ? 'PAID' : 'DECLINED'],
    )
    if (state !== 'CHARGED') continue
    const receipt = receiptNumber(shortNumber ?? tag, index + 1, accounts.length)
    await pool.query(
      `insert into posting (item_id, checkout_id, receipt_number, amount_cents, state, next_try_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [item.rows[0]?.id, id, receipt, bills / accounts.length, isPosted ? 'POSTED' : 'PENDING', payment.at],
    )
  }
  return id
}
