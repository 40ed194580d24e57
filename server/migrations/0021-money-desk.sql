-- The money desk: payments that need a person (docs/payments.md, docs/decisions/020). Money is whole cents.

-- A void or refund that the gateway refuses, and that nothing follows by itself: set with the refusal, taken away when the
-- charge is given back after all or a person has seen to it.
alter table reversal add column needs_person boolean not null default false;
update reversal set needs_person = true
  where state = 'REFUSED' and not exists (
    select from reversal next where next.transaction_tag = reversal.transaction_tag and next.id > reversal.id);

-- What the desk lists, each kind by payment, oldest first. These hold what is open and little else.
create index charge_attempt_unclear on charge_attempt (checkout_id) where state in ('UNKNOWN', 'ESCALATED');
create index posting_unsettled on posting (checkout_id)
  where state in ('PENDING', 'POSTING', 'REJECTED', 'CANCEL_DUE', 'CANCELLING', 'CANCEL_REJECTED');
create index reversal_unsettled on reversal (checkout_id) where state in ('REQUESTED', 'SENT', 'UNKNOWN') or needs_person;
create index reversal_done_at on reversal (decided_at) where state = 'DONE';

-- Someone of finance wants a whole payment given back. It is asked of the engine when a second person has agreed.
create table give_back_request (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout,
  amount_cents bigint not null check (amount_cents > 0),
  reason scrubbed_text not null,
  -- Administrators are deleted, their names stay.
  requested_by bigint not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  state text not null default 'ASKED' check (state in ('ASKED', 'APPROVED', 'REJECTED')),
  decided_by bigint,
  decided_by_name text,
  decided_at timestamptz,
  note scrubbed_text,
  check ((state = 'ASKED') = (decided_at is null)),
  -- Nobody approves what they have asked for themselves; they may take it back.
  check (state <> 'APPROVED' or decided_by <> requested_by)
);
create unique index give_back_request_open on give_back_request (checkout_id) where state = 'ASKED';
create index give_back_request_checkout on give_back_request (checkout_id, id);

-- Never more than was charged.
create function give_back_within_charge() returns trigger language plpgsql as $$
begin
  if new.amount_cents <> (select amount_cents from charge_attempt where checkout_id = new.checkout_id) then
    raise exception 'a payment is given back whole';
  end if;
  return new;
end $$;
create trigger give_back_within_charge before insert or update of amount_cents on give_back_request
  for each row execute function give_back_within_charge();

-- Discrepancies that are neither settled nor gone when a later run of their day looked again.
create view open_discrepancy as
  select discrepancy.* from discrepancy
  where settled_at is null and not exists (
    select from reconciliation_run run
    where run.day = discrepancy.day and run.outcome in ('agreed', 'differs') and run.started_at > discrepancy.last_seen_at);
create index discrepancy_unsettled on discrepancy (id) where settled_at is null;

-- The summary of a day that the finance office gets by e-mail: one row, one letter, queued in one transaction.
create table finance_summary (
  day date primary key,
  queued_at timestamptz not null
);
