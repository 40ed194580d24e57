-- What the daily summaries of the finance office count (docs/payments.md). Each cent that is charged, given back, posted or
-- cancelled is one entry, made with it in its transaction, and each entry gets into one summary: that of its day, or, when
-- it commits after that was made, a later one. Money is whole cents.

-- Every such move as the engine records it. Its day is the date of the payment, which is when its charge was sent; of what
-- takes a payment back, when the charge was given back. Stray charges never became a payment and are given back: charges
-- that came late, second ones, and those that the gateway took back by itself. They are not in the ledger.
create view finance_move as
  select entry.id as ledger_entry_id, null::bigint as reversal_id, null::bigint as attempt_id,
    case entry.book when 'card' then 'charged' else 'posted' end as kind,
    attempt.mode, attempt.brand, abs(entry.amount_cents) as amount_cents,
    attempt.sent_at as belongs_at, entry.entered_at as known_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
  where (entry.book = 'card' and entry.amount_cents > 0) or (entry.book = 'posted' and entry.amount_cents < 0)
  union all
  select entry.id, null, null,
    case entry.book when 'card' then 'givenBack' else 'cancelled' end,
    attempt.mode, attempt.brand, abs(entry.amount_cents), attempt.decided_at, entry.entered_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id and attempt.state = 'REVERSED'
  where (entry.book = 'card' and entry.amount_cents < 0) or (entry.book = 'posted' and entry.amount_cents > 0)
  union all
  select null, reversal.id, null, 'strayCharged',
    attempt.mode, attempt.brand, reversal.amount_cents, attempt.sent_at, reversal.requested_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause <> 'refund' and not exists (
    select from reversal earlier where earlier.checkout_id = reversal.checkout_id
      and earlier.transaction_tag = reversal.transaction_tag and earlier.id < reversal.id)
  union all
  select null, reversal.id, null, 'strayGivenBack',
    attempt.mode, attempt.brand, reversal.amount_cents, reversal.decided_at, reversal.decided_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause <> 'refund' and reversal.state = 'DONE'
  union all
  select null, null, attempt.id, 'strayCharged',
    attempt.mode, attempt.brand, attempt.amount_cents, attempt.sent_at, attempt.decided_at
  from charge_attempt attempt
  where attempt.state = 'REVERSED' and not exists (
    select from reversal where reversal.checkout_id = attempt.checkout_id
      and reversal.transaction_tag = attempt.transaction_tag)
  union all
  select null, null, attempt.id, 'strayGivenBack',
    attempt.mode, attempt.brand, attempt.amount_cents, attempt.decided_at, attempt.decided_at
  from charge_attempt attempt
  where attempt.state = 'REVERSED' and not exists (
    select from reversal where reversal.checkout_id = attempt.checkout_id
      and reversal.transaction_tag = attempt.transaction_tag and reversal.state = 'DONE');

-- Payments of the day that were not charged, or not known, when its summary was made. Null for a summary of the version
-- before, which counted by the time at which things happened.
alter table finance_summary add column unpaid integer, add column unclear integer;

create table finance_entry (
  id bigint generated always as identity primary key,
  -- Where it comes from: one of the three.
  ledger_entry_id bigint unique references ledger_entry,
  reversal_id bigint references reversal,
  attempt_id bigint references charge_attempt,
  kind text not null check (kind in ('charged', 'givenBack', 'posted', 'cancelled', 'strayCharged', 'strayGivenBack')),
  mode text not null,
  brand text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The moment whose day it belongs to, and the one at which it became known.
  belongs_at timestamptz not null,
  known_at timestamptz not null,
  -- The summary that tells of it; null until then.
  summary date references finance_summary,
  check (num_nonnulls(ledger_entry_id, reversal_id, attempt_id) = 1)
);
create unique index finance_entry_reversal on finance_entry (reversal_id, kind) where reversal_id is not null;
create unique index finance_entry_attempt on finance_entry (attempt_id, kind) where attempt_id is not null;
create index finance_entry_open on finance_entry (belongs_at) where summary is null;
create index finance_entry_summary on finance_entry (summary) where summary is not null;

-- An entry never changes, and once it is in a summary, it stays there.
create function finance_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'an entry is in one summary and never changes';
end $$;
create trigger finance_entry_stays before delete on finance_entry
  for each row execute function finance_entry_stays();
create trigger finance_entry_stays_in_summary before update on finance_entry
  for each row when (old.summary is not null
    or (old.id, old.ledger_entry_id, old.reversal_id, old.attempt_id, old.kind, old.mode, old.brand, old.amount_cents)
      is distinct from
      (new.id, new.ledger_entry_id, new.reversal_id, new.attempt_id, new.kind, new.mode, new.brand, new.amount_cents)
    or (old.belongs_at, old.known_at) is distinct from (new.belongs_at, new.known_at))
  execute function finance_entry_stays();

-- The database itself makes the entries: servers of the version before charge cards, too, and know of no entries.
create function finance_entry_of_ledger() returns trigger language plpgsql as $$
begin
  insert into finance_entry (ledger_entry_id, kind, mode, brand, amount_cents, belongs_at, known_at)
    select ledger_entry_id, kind, mode, brand, amount_cents, belongs_at, known_at
    from finance_move where ledger_entry_id = new.id;
  return null;
end $$;
create trigger finance_entry_of_ledger after insert on ledger_entry
  for each row when (new.book <> 'unposted') execute function finance_entry_of_ledger();

create function finance_entry_of_reversal() returns trigger language plpgsql as $$
begin
  insert into finance_entry (reversal_id, kind, mode, brand, amount_cents, belongs_at, known_at)
    select reversal_id, kind, mode, brand, amount_cents, belongs_at, known_at
    from finance_move where reversal_id = new.id
    on conflict do nothing;
  return null;
end $$;
create trigger finance_entry_of_reversal after insert or update of state on reversal
  for each row when (new.cause <> 'refund') execute function finance_entry_of_reversal();

create function finance_entry_of_attempt() returns trigger language plpgsql as $$
begin
  insert into finance_entry (attempt_id, kind, mode, brand, amount_cents, belongs_at, known_at)
    select attempt_id, kind, mode, brand, amount_cents, belongs_at, known_at
    from finance_move where attempt_id = new.id;
  return null;
end $$;
create trigger finance_entry_of_attempt after update of state on charge_attempt
  for each row when (new.state = 'REVERSED' and old.state is distinct from new.state)
  execute function finance_entry_of_attempt();

-- The weeks before this migration. What the version before has told already is told from what it has not by the server,
-- which knows the utility's time zone. Older ones were told, or are in the payment file only.
insert into finance_entry (ledger_entry_id, reversal_id, attempt_id, kind, mode, brand, amount_cents, belongs_at, known_at)
  select ledger_entry_id, reversal_id, attempt_id, kind, mode, brand, amount_cents, belongs_at, known_at
  from finance_move where known_at >= now() - interval '40 days';
