-- Reports (A§2 Reports, docs/decisions/016): finding a payment among millions. A payment is a row of charge_attempt, from the
-- moment its intent is recorded; drafts that were never charged are none.

-- A checkout has one attempt, which carries what payments are searched for by.
drop index charge_attempt_checkout;
create unique index charge_attempt_checkout on charge_attempt (checkout_id);
alter table charge_attempt
  add column mode text check (mode in ('Online', 'Phoned-In')),
  add column paid_by text;
update charge_attempt set mode = checkout.mode, paid_by = checkout.paid_by
  from checkout where checkout.id = charge_attempt.checkout_id;
alter table charge_attempt alter column mode set not null;

-- The list as it is first shown: newest first; sums of a few hours are read from it alone.
create index charge_attempt_by_time on charge_attempt (sent_at desc, id desc) include (mode, brand, state, amount_cents);
create index charge_attempt_by_amount on charge_attempt (amount_cents desc, id desc);
create index charge_attempt_by_last_four on charge_attempt (last_four, sent_at desc, id desc);
-- The beginning of a username, in any capitals.
create index charge_attempt_by_payer on charge_attempt (lower(paid_by) text_pattern_ops, sent_at desc, id desc)
  include (mode, brand, state, amount_cents) where paid_by is not null;
create index charge_attempt_by_authorization on charge_attempt (upper(authorization_number), sent_at desc, id desc)
  where authorization_number is not null;

-- Sums of payments by hour (UTC), so that totals of millions are read from thousands. They stand for hours that are marked
-- as summed; whatever is not is read from the payments themselves.
create table payment_hour_mark (
  hour timestamptz primary key,
  -- Rises with every payment of the hour that changes its state afterwards.
  version integer not null default 0,
  is_summed boolean not null default false
);
create index payment_hour_mark_open on payment_hour_mark (hour) where not is_summed;
create table payment_hour (
  hour timestamptz not null references payment_hour_mark,
  mode text not null,
  brand text not null,
  -- Charged and not given back.
  is_paid boolean not null,
  payments bigint not null,
  amount_cents bigint not null,
  primary key (hour, mode, brand, is_paid)
);

-- A payment that is settled late, or given back, makes the sum of its hour out of date. Hours of just now have no mark yet,
-- so that payments under way never wait for one another here.
create function payment_hour_changes() returns trigger language plpgsql as $$
begin
  update payment_hour_mark set version = version + 1, is_summed = false
    where hour = date_trunc('hour', new.sent_at, 'UTC');
  return null;
end
$$;
create trigger payment_hour_changes after update of state on charge_attempt
  for each row when (old.state is distinct from new.state) execute function payment_hour_changes();

-- A cell that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV injection).
create function spreadsheet_safe(cell text) returns text language sql immutable parallel safe as $$
  select case when cell ~ '^[=+@\t\r-]' then '''' || cell else cell end
$$;
