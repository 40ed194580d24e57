-- AutoPay and payouts as staff see them (docs/payments.md). Money is whole cents.

-- Who began a payment: a person, or a saved card's agreement or schedule (migration 0053).
alter table charge_attempt
  add column made_by text not null default 'person' check (made_by in ('person', 'autoPay', 'schedule'));
update charge_attempt set made_by = case when planned.agreement_id is null then 'schedule' else 'autoPay' end
  from checkout join planned_charge planned on planned.id = checkout.planned_charge_id
  where checkout.id = charge_attempt.checkout_id;
-- A night of AutoPay stands between the payments of two days: they are passed in the index alone.
drop index charge_attempt_by_time;
create index charge_attempt_by_time on charge_attempt (sent_at desc, id desc)
  include (mode, brand, state, amount_cents, made_by);
create index charge_attempt_planned on charge_attempt (made_by, sent_at desc, id desc)
  include (mode, brand, state, amount_cents) where made_by <> 'person';

-- Sums by hour and day tell them apart, too (migrations 0018, 0025). The version before sums all as a person's.
alter table payment_hour
  add column made_by text not null default 'person',
  drop constraint payment_hour_pkey,
  add primary key (hour, mode, brand, is_paid, made_by);
alter table payment_day
  add column made_by text not null default 'person',
  drop constraint payment_day_pkey,
  add primary key (day, mode, brand, is_paid, made_by);
create or replace function payment_day_changes() returns trigger language plpgsql set timezone to 'UTC' as $$
declare
  days timestamptz[] := array(select distinct date_trunc('day', hour, 'UTC') from changed);
begin
  delete from payment_day where day = any(days);
  insert into payment_day (day, mode, brand, is_paid, made_by, payments, amount_cents)
    select day, mode, brand, is_paid, made_by, sum(payments), sum(amount_cents)
    from unnest(days) as day join payment_hour on hour >= day and hour < day + interval '1 day'
    group by day, mode, brand, is_paid, made_by
    order by day;
  return null;
end
$$;
update payment_hour_mark set version = version + 1, is_summed = false
  where hour in (select date_trunc('hour', sent_at, 'UTC') from charge_attempt where made_by <> 'person');

-- When staff has seen what waits for a person, or it settled itself. What happens after that waits again.
alter table planned_charge add column seen_at timestamptz;
alter table autopay_agreement add column seen_at timestamptz;
create index planned_charge_failed on planned_charge (id) where state = 'FAILED' and seen_at is null;
create index planned_charge_late on planned_charge (due_on, id) where held_for is not null and seen_at is null;
create index autopay_agreement_stopped on autopay_agreement (id)
  where state = 'PAUSED' and reason <> 'staff' and (seen_at is null or seen_at < changed_at);

-- What is to come, by day and by what holds it back.
create index planned_charge_by_day on planned_charge (charge_on, state) include (noticed_cents)
  where state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED');
create index planned_charge_held on planned_charge (held_for, id) include (due_on, noticed_cents)
  where held_for is not null;
create index planned_charge_upcoming on planned_charge (account_id, charge_on, id)
  where state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED');
create index autopay_event_failed on autopay_event (at) where to_state = 'FAILED';

-- What is in a payout: the gateway's balance transactions. Amounts are as in migration 0051: what lowers it is negative.
create table payout_item (
  id bigint generated always as identity primary key,
  payout_id bigint not null references payout,
  -- The gateway's.
  item_id scrubbed_text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'fee', 'other')),
  -- Of the charge that it is, or is about.
  tag scrubbed_text,
  amount_cents bigint not null,
  fee_cents bigint not null,
  unique (payout_id, item_id)
);
create index payout_item_in_order on payout_item (payout_id, id);
create index payout_item_charge on payout_item (tag) where kind = 'charge';
