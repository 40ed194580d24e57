import { type Instant, dateIn } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { type Cents, noCents } from '@portal/contract/money'
import { sql } from 'kysely'
import { arrayToJoin } from '../../database/array-to-join.ts'
import { startOfDay } from '../../database/local-day.ts'
import type { Deps } from '../../deps.ts'
import type { PortalPayments, ReadPortalPayments } from '../../foundation/payable-accounts/portal-payments.ts'

interface Row {
  account_id: AccountNumber
  is_held: boolean
  unposted: { receipt: ReceiptNumber; amount: Cents; chargedAt: Instant }[] | null
  visa: Cents | null
  discover: Cents | null
  newest: number | null
}

/** Reads what the portal's own payments say about many accounts, in one query. */
export function portalPaymentsReader({
  db,
  clock,
  profile,
}: Pick<Deps, 'db' | 'clock' | 'profile'>): ReadPortalPayments {
  return async (accounts) => {
    if (accounts.length === 0) return new Map()
    const firstOfMonth = `${dateIn(profile.timeZone, clock.now()).slice(0, 7)}-01`
    const { rows } = await sql<Row>`
      select asked.account_id,
        exists (select from account_hold held where held.account_id = asked.account_id) as is_held,
        paid.*
      from unnest(${arrayToJoin(accounts)}) as asked (account_id)
      cross join lateral (
        select
          sum(item.amount_cents) filter (where source_code = 'CCV' and attempt.sent_at >= month.began)::bigint as visa,
          max(item.id) as newest,
          sum(item.amount_cents) filter (where source_code = 'CCD' and attempt.sent_at >= month.began)::bigint as discover,
          json_agg(json_build_object('receipt', receipt_number, 'amount', posting.amount_cents,
              'chargedAt', to_char(attempt.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            order by attempt.sent_at) filter (where posting.state in ('PENDING', 'POSTING', 'REJECTED'))
            as unposted
        from checkout_item item
        join checkout on checkout.id = item.checkout_id and checkout.state = 'PAID'
        join charge_attempt attempt on attempt.checkout_id = checkout.id
        join posting on posting.item_id = item.id
        cross join (select ${startOfDay(firstOfMonth, profile.timeZone)} as began) as month
        where item.account_id = asked.account_id) as paid`.execute(db)
    return new Map(rows.map((row) => [row.account_id, paymentsOf(row)]))
  }
}

function paymentsOf({ is_held: isBeingPaid, unposted, visa, discover, newest }: Row): PortalPayments {
  return {
    isBeingPaid,
    unposted: unposted ?? [],
    alreadyPaid: { Visa: visa ?? noCents, Discover: discover ?? noCents },
    newestPaid: newest ?? 0,
  }
}
