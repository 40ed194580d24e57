import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** A payment from a bank account that is no payment yet, or not anymore, as far as it is for one account. */
export interface BankStanding {
  checkout: CheckoutPublicId
  state: 'VERIFYING' | 'PROCESSING' | 'RETURNED'
  amount: Cents
  /** Null unless it was credited when it was submitted. */
  receipt: ReceiptNumber | null
  sentAt: Instant
  answersBy: Instant | null
  /** A username; null for a guest and for a planned charge. */
  paidBy: string | null
}

/** Newest first. */
export async function readBankStandings(db: Db, account: AccountNumber, most: number): Promise<BankStanding[]> {
  const { rows } = await sql<BankStanding>`
    select public_id as checkout, attempt.state, item.amount_cents as amount, receipt_number as receipt,
      attempt.sent_at as "sentAt", answered_by as "answersBy", case checkout.mode when 'Online' then checkout.paid_by end as "paidBy"
    from checkout_item item
    join checkout on checkout.id = item.checkout_id
    join charge_attempt attempt on attempt.checkout_id = checkout.id
      and attempt.state in ('VERIFYING', 'PROCESSING', 'RETURNED')
    left join posting on posting.item_id = item.id
    where item.account_id = ${account}
    order by item.id desc limit ${most}`.execute(db)
  return rows
}

/** Each is over after ten days, so that nobody has more. */
const mostShown = 20

/** Whose bank account this customer has to verify, oldest first. */
export async function readUnverified(
  db: Db,
  username: string,
): Promise<{ checkout: CheckoutPublicId; amount: Cents; sentAt: Instant }[]> {
  const { rows } = await sql<{ checkout: CheckoutPublicId; amount: Cents; sentAt: Instant }>`
    select public_id as checkout, checkout.amount_cents as amount, attempt.sent_at as "sentAt"
    from charge_attempt attempt join checkout on checkout.id = attempt.checkout_id
    where attempt.state = 'VERIFYING' and checkout.mode = 'Online' and lower(checkout.paid_by) = lower(${username})
    order by attempt.sent_at limit ${mostShown}`.execute(db)
  return rows
}
