import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Sources } from '../messages/notifications/sources.ts'
import { insertNotifications } from '../messages/outbox/queue-notification.ts'
import { accountRows, readPortalPayments } from './balances.ts'

/** What the cause of a message begins with; the row that it is about follows, and what tells two of them apart. */
export const causes = { payment: 'payment-', charge: 'charge-', agreement: 'agreement-', card: 'card-' } as const

/** Of each account of a payment. @param turn tells it from an earlier one of the same kind */
export function insertPaymentNotifications(
  kind: 'paymentReceived' | 'paymentFailed' | 'paymentRefunded',
  checkoutId: number,
  at: Instant,
  turn = '',
): RawBuilder<unknown> {
  return insertNotifications(
    kind,
    sql`
      select item.account_id, ${causes.payment} || item.id || ${turn && `-${turn}`}::text as cause, null::bigint as web_user_id,
        json_build_object('amount', item.amount_cents,
          'at', to_char(attempt.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::jsonb as facts
      from checkout_item item join charge_attempt attempt on attempt.checkout_id = item.checkout_id
      where item.checkout_id = ${checkoutId}::bigint`,
    at,
  )
}

/** What messages ask of payments just before they leave. */
export const sources: Sources = {
  accountsNow: async (deps, accounts) => await accountRows(deps, accounts, await readPortalPayments(deps, accounts)),
  causes: [
    {
      prefix: causes.payment,
      isTrue: sql`exists (
        select from checkout_item item join checkout on checkout.id = item.checkout_id
        where item.id = asked.subject and checkout.state = any(case asked.kind
          when 'paymentReceived' then array['PAID']
          when 'paymentRefunded' then array['REVERSED']
          else array['NOT_CHARGED', 'DECLINED', 'REVERSED', 'RETURNED'] end))`,
      // The receipt, or the email of a refund.
      hasOther: sql`exists (
        select from checkout_item item join checkout on checkout.id = item.checkout_id
        join email on lower(email.recipient) = asked.address and refused_at is null and dedupe_key = any(array(
          select template || '-' || public_id from unnest(case asked.kind
            when 'paymentReceived' then array['payment-confirmation']
            when 'paymentRefunded' then array['payment-reversed']
            else array['payment-not-made', 'payment-reversed', 'bank-returned'] end) as template))
        where item.id = asked.subject)`,
    },
    {
      prefix: causes.charge,
      isTrue: sql`exists (
        select from planned_charge planned left join autopay_agreement agreement on agreement.id = agreement_id
        where planned.id = asked.subject and case asked.kind
          when 'chargeUpcoming' then planned.state in ('PLANNED', 'NOTIFIED') and charge_on = (asked.facts ->> 'on')::date
            and noticed_cents + coalesce(noticed_fee_cents, 0)
              = coalesce((asked.facts ->> 'amount')::bigint, noticed_cents + coalesce(noticed_fee_cents, 0))
            and (agreement.id is null or agreement.state = 'ACTIVE')
          when 'autopayPaused' then agreement.state = 'PAUSED'
          else planned.state in ('NOTIFIED', 'DECLINED', 'FAILED') end)`,
    },
    {
      prefix: causes.agreement,
      isTrue: sql`exists (select from autopay_agreement where id = asked.subject and state = 'PAUSED')`,
    },
    {
      prefix: causes.card,
      isTrue: sql`exists (
        select from saved_card where id = asked.subject and removed_at is null
          and expires = to_char((asked.facts ->> 'on')::date, 'YYYY-MM'))`,
    },
  ],
}
