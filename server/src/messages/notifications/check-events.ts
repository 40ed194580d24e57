import { sql } from 'kysely'
import { causes } from '../outbox/queue-notification.ts'

/** What of ours a message is about: `payment-7` is the payment of item 7. Nulls for what the billing system knows. */
export function subjectOf(cause: string): { about: string | null; subject: number | null } {
  const [, about, id] = /^([a-z]+-)([1-9]\d{0,14})(?:-|$)/.exec(cause) ?? []
  const isOurs = about !== undefined && about !== causes.paidOtherwise
  return isOurs ? { about, subject: Number(id) } : { about: null, subject: null }
}

/** SQL on the row `asked`: whether what it says still stands; null where the billing system has to say. */
export const isTrue = sql`
  case asked.about
    when ${causes.payment} then exists (
      select from checkout_item item join checkout on checkout.id = item.checkout_id
      where item.id = asked.subject and checkout.state = any(case asked.kind
        when 'paymentReceived' then array['PAID']
        when 'paymentRefunded' then array['REVERSED']
        else array['NOT_CHARGED', 'DECLINED', 'REVERSED'] end))
    when ${causes.charge} then exists (
      select from planned_charge planned left join autopay_agreement agreement on agreement.id = agreement_id
      where planned.id = asked.subject and case asked.kind
        when 'chargeUpcoming' then planned.state in ('PLANNED', 'NOTIFIED') and charge_on = (asked.facts ->> 'on')::date
          and noticed_cents = coalesce((asked.facts ->> 'amount')::bigint, noticed_cents)
          and (agreement.id is null or agreement.state = 'ACTIVE')
        when 'autopayPaused' then agreement.state = 'PAUSED'
        else planned.state in ('NOTIFIED', 'DECLINED', 'FAILED') end)
    when ${causes.agreement} then exists (select from autopay_agreement where id = asked.subject and state = 'PAUSED')
    when ${causes.broadcast} then exists (select from broadcast where id = asked.subject and state <> 'STOPPED')
    when ${causes.card} then exists (
      select from saved_card where id = asked.subject and removed_at is null
        and expires = to_char((asked.facts ->> 'on')::date, 'YYYY-MM'))
  end`

/** Whether an email that is always sent has gone to the same address about this: the receipt, or that of a refund. */
export const hasOther = sql`
  (asked.about is not distinct from ${causes.payment} and exists (
    select from checkout_item item join checkout on checkout.id = item.checkout_id
    join letter on lower(letter.recipient) = asked.address and refused_at is null and dedupe_key = any(array(
      select template || '-' || public_id from unnest(case asked.kind
        when 'paymentReceived' then array['payment-confirmation']
        when 'paymentRefunded' then array['payment-reversed']
        else array['payment-not-made', 'payment-reversed'] end) as template))
    where item.id = asked.subject))`

/** Whether another message of the same broadcast has gone to the address, or will. */
export const hasTwin = sql`
  (asked.kind = 'announcement' and exists (
    select from notification twin
    where twin.kind = 'announcement' and twin.cause = asked.cause and twin.channel = asked.channel
      and lower(twin.address) = asked.address and twin.id <> asked.id))`
