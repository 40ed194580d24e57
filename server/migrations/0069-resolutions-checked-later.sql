-- What two people say about a charge while the gateway cannot be asked is checked once it can be, and can be undone
-- (docs/payments.md). Money is whole cents.

-- A payment that was resolved as charged without the gateway's word.
create table hand_resolution (
  checkout_id bigint primary key references checkout,
  gateway text not null,
  -- What people entered, and the tag that the attempt had before.
  tag scrubbed_text not null,
  tag_before scrubbed_text,
  -- Null once the gateway has answered, or it was undone.
  next_check_at timestamptz,
  checks integer not null default 0,
  lease_until timestamptz,
  epoch integer not null default 0,
  -- What the gateway says against it; null again once a person has decided.
  doubt scrubbed_text,
  undone_at timestamptz
);
create index hand_resolution_due on hand_resolution (next_check_at) where next_check_at is not null;
create index hand_resolution_doubted on hand_resolution (checkout_id) where doubt is not null;
create index hand_resolution_undone on hand_resolution (tag) where undone_at is not null;

-- Those from before are checked, too.
insert into hand_resolution (checkout_id, gateway, tag, next_check_at)
  select attempt.checkout_id, attempt.gateway, request.transaction_tag, now()
  from give_back_request request join charge_attempt attempt on attempt.checkout_id = request.checkout_id
    and attempt.transaction_tag = request.transaction_tag
  where request.state = 'APPROVED' and request.finding = 'charged' and attempt.state = 'CHARGED'
  on conflict do nothing;

-- A request to undo a resolution. Its finding is 'notCharged', so that a server of the version before, which does not know
-- this column, refuses it: the payment is not escalated.
alter table give_back_request add column undoes boolean not null default false;

-- undone: entered as charged by people who were wrong.
alter table ledger_entry
  drop constraint ledger_entry_cause_check,
  add constraint ledger_entry_cause_check
    check (cause in ('disputed', 'disputeReturned', 'refundFailed', 'givenBack', 'undone')) not valid;
alter table finance_entry
  drop constraint finance_entry_kind_check,
  add constraint finance_entry_kind_check check (kind in ('charged', 'givenBack', 'posted', 'cancelled', 'strayCharged',
    'strayGivenBack', 'disputed', 'disputeReturned', 'refundFailed', 'undone')) not valid;

-- As migration 0050 has it. Postings of a payment that was not charged are canceled, too.
create or replace view finance_move as
  select entry.id as ledger_entry_id, null::bigint as reversal_id, null::bigint as attempt_id,
    case entry.book when 'card' then 'charged' else 'posted' end as kind,
    attempt.mode, attempt.brand, abs(entry.amount_cents) as amount_cents,
    attempt.sent_at as belongs_at, entry.entered_at as known_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
  where entry.cause is null
    and ((entry.book = 'card' and entry.amount_cents > 0) or (entry.book = 'posted' and entry.amount_cents < 0))
  union all
  select entry.id, null, null,
    case entry.book when 'card' then 'givenBack' else 'cancelled' end,
    attempt.mode, attempt.brand, abs(entry.amount_cents), attempt.decided_at, entry.entered_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
    and attempt.state in ('REVERSED', 'REVERSING', 'NOT_CHARGED')
  where entry.cause is null
    and ((entry.book = 'card' and entry.amount_cents < 0) or (entry.book = 'posted' and entry.amount_cents > 0))
  union all
  select entry.id, null, null, entry.cause,
    attempt.mode, attempt.brand, abs(entry.amount_cents), entry.entered_at, entry.entered_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
  where entry.cause is not null and entry.book = 'card'
  union all
  select null, reversal.id, null, 'strayCharged',
    attempt.mode, attempt.brand, reversal.amount_cents, attempt.sent_at, reversal.requested_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and not exists (
    select from reversal earlier where earlier.checkout_id = reversal.checkout_id
      and earlier.transaction_tag = reversal.transaction_tag and earlier.id < reversal.id)
  union all
  select null, reversal.id, null, 'strayGivenBack',
    attempt.mode, attempt.brand, reversal.amount_cents, reversal.decided_at, reversal.decided_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and (reversal.state = 'DONE' or reversal.failed_at is not null)
  union all
  select null, reversal.id, null, 'refundFailed',
    attempt.mode, attempt.brand, reversal.amount_cents, reversal.failed_at, reversal.failed_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and reversal.failed_at is not null
  union all
  select null, null, attempt.id, 'strayCharged',
    attempt.mode, attempt.brand, attempt.amount_cents, attempt.sent_at, attempt.decided_at
  from charge_attempt attempt
  where attempt.state = 'REVERSED' and not exists (
    select from reversal where reversal.checkout_id = attempt.checkout_id
      and reversal.transaction_tag = attempt.transaction_tag)
    and not exists (select from ledger_entry entry where entry.checkout_id = attempt.checkout_id)
  union all
  select null, null, attempt.id, 'strayGivenBack',
    attempt.mode, attempt.brand, attempt.amount_cents, attempt.decided_at, attempt.decided_at
  from charge_attempt attempt
  where attempt.state = 'REVERSED' and not exists (
    select from reversal where reversal.checkout_id = attempt.checkout_id
      and reversal.transaction_tag = attempt.transaction_tag and reversal.state = 'DONE')
    and not exists (select from ledger_entry entry where entry.checkout_id = attempt.checkout_id);
