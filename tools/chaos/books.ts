import type pg from 'pg'

/** A checkout with its attempt, as in our tables. Cents as numbers. */
export interface CheckoutRow {
  id: number
  key: string
  state: string
  amount: number
  itemsAmount: number
  attemptAmount: number
  attemptState: string
  reference: string
  tag: string | null
  confirmationEmail: string | null
  accounts: number
}

/** One account's payment in our tables and in the billing system; null where one of them does not have it. */
export interface PaymentRow {
  receipt: string
  checkoutId: number | null
  /** `account amount` */
  ours: string | null
  billed: string | null
  postingState: string | null
}

/** Every checkout, with its one attempt. */
export async function readCheckouts(pool: pg.Pool): Promise<CheckoutRow[]> {
  const { rows } = await pool.query<CheckoutRow>(`
    select checkout.id, checkout.idempotency_key as key, checkout.state, checkout.amount_cents as amount,
      (select sum(amount_cents)::bigint from checkout_item where checkout_id = checkout.id) as "itemsAmount",
      attempt.amount_cents as "attemptAmount", attempt.state as "attemptState", attempt.reference,
      attempt.transaction_tag as tag, checkout.confirmation_email as "confirmationEmail",
      checkout.account_count as accounts
    from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id
    order by checkout.id`)
  return rows
}

/** Every posting and every payment of the billing system, side by side, even when only one of them has it. */
export async function readPayments(pool: pg.Pool): Promise<PaymentRow[]> {
  const { rows } = await pool.query<PaymentRow>(`
    select coalesce(posting.receipt_number, payment.receipt_number) as receipt, posting.checkout_id as "checkoutId",
      item.account_id || ' ' || posting.amount_cents as ours, posting.state as "postingState",
      payment.account_id || ' ' || payment.amount_cents as billed
    from posting join checkout_item item on item.id = posting.item_id
    full join cis.portal_payment payment on payment.receipt_number = posting.receipt_number
    order by receipt`)
  return rows
}

/** Whatever must not exist when everything is at rest, as sentences, read straight from the tables. */
export async function readLeftovers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(`
    select 'account ' || account_id || ' is still held by attempt ' || attempt_id as text from account_hold
    union all
    select 'the ledger of checkout ' || checkout_id || ' is off by ' || sum(amount_cents) from ledger_entry
      group by checkout_id having sum(amount_cents) <> 0
    union all
    select 'checkout ' || checkout_id || ' still owes the billing system ' || sum(amount_cents) from ledger_entry
      where book = 'unposted' group by checkout_id having sum(amount_cents) <> 0
    union all
    select 'the log of checkout ' || checkout_id || ' has gaps' from payment_event
      group by checkout_id having max(sequence) <> count(*)
    union all
    select 'checkout ' || checkout.id || ' (' || checkout.state || ') has an item that is ' || item.status
      from checkout join checkout_item item on item.checkout_id = checkout.id
      where (checkout.state = 'PAID') <> (item.status = 'PAID')
    union all
    select 'letter ' || id || ' was refused: ' || last_error from letter where refused_at is not null`)
  return rows.map((row) => row.text)
}

/** Counts of what is still under way; empty when everything is at rest. */
export async function readUnderWay(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ what: string; count: number }>(`
    select what, count(*) from (
      select 'attempt ' || state as what from charge_attempt
        where state not in ('CHARGED', 'DECLINED', 'NOT_CHARGED', 'REVERSED')
      union all select 'reversal ' || state from reversal where state not in ('DONE', 'REFUSED')
      union all select 'posting ' || state from posting where state not in ('POSTED', 'REJECTED')
      union all select 'letter' from letter where delivered_at is null and refused_at is null
    ) as open group by what`)
  return Object.fromEntries(rows.map((row) => [row.what, row.count]))
}
