-- Giving charges back (docs/payments.md): a charge that turned up when its bill had been paid otherwise, or a second
-- charge for one reference. Money is whole cents.

alter table charge_attempt drop constraint charge_attempt_state_check;
alter table charge_attempt add constraint charge_attempt_state_check check (state in
  ('INTENT', 'CHARGED', 'DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'ESCALATED', 'REVERSING', 'REVERSED'));
drop index charge_attempt_one_live;
create unique index charge_attempt_one_live on charge_attempt (checkout_id)
  where state in ('INTENT', 'UNKNOWN', 'ESCALATED', 'CHARGED', 'REVERSING');

alter table checkout drop constraint checkout_state_check;
alter table checkout add constraint checkout_state_check check (state in
  ('DRAFT', 'EXPIRED', 'CHARGING', 'PAID', 'DECLINED', 'NOT_CHARGED', 'UNDECIDED', 'REVERSING', 'REVERSED'));

alter table payment_event drop constraint payment_event_subject_check;
alter table payment_event add constraint payment_event_subject_check check (subject in
  ('checkout', 'attempt', 'posting', 'letter', 'reversal'));

-- One void or refund of one charge at the gateway. Its row is committed before the one request for it leaves.
create table reversal (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout,
  attempt_id bigint not null references charge_attempt,
  -- The charge that is given back, as the gateway names it: the attempt's own or a second one for its reference.
  transaction_tag text not null check (transaction_tag ~ '^[0-9]{1,10}$'),
  authorization_number scrubbed_text not null,
  amount_cents bigint not null check (amount_cents > 0),
  kind text not null check (kind in ('void', 'refund')),
  -- Ours, unique for ever: the gateway's search finds the void or refund by it.
  reference text not null unique check (reference ~ '^G[0-9A-HJKMNP-TV-Z]{16}$'),
  -- Why, and who asked for it.
  reason scrubbed_text not null,
  requested_by text not null,
  state text not null check (state in ('REQUESTED', 'SENT', 'UNKNOWN', 'DONE', 'REFUSED')),
  requested_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  misses integer not null default 0,
  lease_until timestamptz,
  epoch integer not null default 0
);
-- A charge is given back once: another void or refund only after the last one was refused.
create unique index reversal_one_live on reversal (transaction_tag) where state <> 'REFUSED';
create index reversal_due on reversal (next_try_at) where state in ('REQUESTED', 'SENT', 'UNKNOWN');
create index reversal_checkout on reversal (checkout_id);

-- Never more than was charged.
create function reversal_within_charge() returns trigger language plpgsql as $$
begin
  if new.amount_cents > (select amount_cents from charge_attempt where id = new.attempt_id) then
    raise exception 'a reversal cannot give back more than was charged';
  end if;
  return new;
end $$;
create trigger reversal_within_charge before insert or update of amount_cents on reversal
  for each row execute function reversal_within_charge();
