-- What a gateway tells by itself, and disputes (docs/payments.md). Money is whole cents.

-- Stored before it is confirmed to the gateway, and only a hint: what it is about is read from the gateway.
create table gateway_event (
  -- The gateway's, so that repeats are one.
  id scrubbed_text primary key,
  gateway text not null,
  subject text not null check (subject in ('charge', 'refund', 'dispute')),
  -- The gateway's name for that charge, refund or dispute.
  tag scrubbed_text not null,
  received_at timestamptz not null,
  -- Null once it has been acted on.
  next_try_at timestamptz,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch integer not null default 0
);
create index gateway_event_due on gateway_event (next_try_at) where next_try_at is not null;
create index gateway_event_received on gateway_event (received_at);

-- Up to when the gateway was asked for events that it could not deliver.
create table gateway_catch_up (
  gateway text primary key,
  done_to timestamptz not null,
  next_at timestamptz not null,
  lease_until timestamptz
);

-- A bank's claim that a card holder did not agree to a charge, or its warning of one.
create table dispute (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout,
  gateway text not null,
  tag scrubbed_text not null,
  -- May be less than the payment.
  amount_cents bigint not null check (amount_cents > 0),
  reason scrubbed_text not null,
  state text not null check (state in ('WARNED', 'ASKED', 'OPEN', 'WON', 'LOST', 'CLOSED')),
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  decided_at timestamptz,
  -- Its loss took the payment back, and its postings are canceled.
  took_back boolean not null default false,
  needs_person boolean not null,
  unique (gateway, tag)
);
create index dispute_checkout on dispute (checkout_id);
create index dispute_unsettled on dispute (checkout_id) where needs_person;

alter table payment_event
  drop constraint payment_event_subject_check,
  add constraint payment_event_subject_check
    check (subject in ('checkout', 'attempt', 'posting', 'letter', 'reversal', 'dispute')) not valid;

-- A refund that the gateway had made and that the card's bank returned. returned: what replaces it.
alter table reversal add column failed_at timestamptz;
alter table reversal
  drop constraint reversal_cause_check,
  add constraint reversal_cause_check
    check (cause in ('paidOtherwise', 'secondCharge', 'lateCharge', 'refund', 'returned')) not valid;

-- disputed: taken from the card's money until the bank decides. Why money moved when it was neither the charge nor its refund.
alter table ledger_entry add column cause text;
alter table ledger_entry
  drop constraint ledger_entry_book_check,
  add constraint ledger_entry_book_check check (book in ('card', 'unposted', 'posted', 'disputed')) not valid,
  add constraint ledger_entry_cause_check
    check (cause in ('disputed', 'disputeReturned', 'refundFailed', 'givenBack')) not valid;

alter table finance_entry
  drop constraint finance_entry_kind_check,
  add constraint finance_entry_kind_check check (kind in ('charged', 'givenBack', 'posted', 'cancelled', 'strayCharged',
    'strayGivenBack', 'disputed', 'disputeReturned', 'refundFailed')) not valid;

-- As migration 0040 has it, with money that moved again after a refund or by a dispute: on the day of its entry. A refund
-- that was returned and is under way again still counts on its own day.
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
    and attempt.state in ('REVERSED', 'REVERSING')
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
