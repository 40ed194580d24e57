-- AutoPay: charges of saved cards that nobody is present for (docs/payments.md). Money is whole cents.

-- The words of an agreement, as they were accepted. Kept forever: they are the authorization.
create table autopay_words (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  version text not null,
  words text not null,
  first_accepted_at timestamptz not null
);

-- One customer's standing order to pay the bills of one account.
create table autopay_agreement (
  id bigint generated always as identity primary key,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  person_id text not null,
  -- Null once the registration is gone; then the agreement ends.
  web_user_id bigint references web_user on delete set null,
  saved_card_id bigint not null references saved_card,
  state text not null check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  -- Why it is paused or ended.
  reason text,
  -- `dueDate`, `daysBefore` with 1 to 28, or `dayOfMonth` with 1 to 31: on or before the due date.
  day_rule text not null check (day_rule in ('dueDate', 'daysBefore', 'dayOfMonth')),
  day_number integer not null check (day_number between 0 and 31),
  -- A bill above this is not taken at all. Null: no limit.
  most_cents bigint check (most_cents > 0),
  -- The customer wants the early notice of Regulation E only for amounts outside this range. Null: for every amount.
  range_low_cents bigint check (range_low_cents >= 0),
  range_high_cents bigint check (range_high_cents >= range_low_cents),
  ends_on date,
  words_sha256 text not null references autopay_words,
  accepted_at timestamptz not null,
  accepted_from text not null,
  -- Kept when the session is swept away.
  session_id bigint not null,
  changed_at timestamptz not null,
  -- The import whose bills were last looked at for it; 0 before the first.
  seen_import bigint not null default 0,
  check ((range_low_cents is null) = (range_high_cents is null)),
  check ((state = 'ACTIVE') = (reason is null))
);
create unique index autopay_agreement_one on autopay_agreement (account_id) where state <> 'ENDED';
create index autopay_agreement_to_see on autopay_agreement (seen_import, id) where state <> 'ENDED';
create index autopay_agreement_web_user on autopay_agreement (web_user_id);
create index autopay_agreement_card on autopay_agreement (saved_card_id) where state <> 'ENDED';

-- One-off payments that a customer has set for a later day, of one or several accounts.
create table payment_schedule (
  id bigint generated always as identity primary key,
  person_id text not null,
  web_user_id bigint references web_user on delete set null,
  saved_card_id bigint not null references saved_card,
  pay_on date not null,
  canceled_at timestamptz,
  made_at timestamptz not null,
  made_from text not null,
  session_id bigint not null
);
create index payment_schedule_web_user on payment_schedule (web_user_id);

-- What is to be charged for one account: one row per bill forever, or one per schedule.
create table planned_charge (
  id bigint generated always as identity primary key,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  agreement_id bigint references autopay_agreement,
  bill_id text,
  schedule_id bigint references payment_schedule,
  -- The row of the bill that this one was issued again for, and the first row of that chain; null when it is the first.
  replaces bigint unique references planned_charge,
  chain_id bigint references planned_charge,
  state text not null check (state in ('PLANNED', 'NOTIFIED', 'SENT', 'PAID', 'DECLINED', 'FAILED', 'SKIPPED')),
  -- Why it was skipped or failed.
  reason text,
  -- Why it waits although its day has come.
  held_for text,
  due_on date not null,
  -- In the utility's time zone: never charged before.
  charge_on date not null,
  -- What the customer chose for a schedule.
  asked_cents bigint check (asked_cents > 0),
  -- What the newest notice said, the notice's key in the outbox, how many there were, and when a mail server took it.
  noticed_cents bigint check (noticed_cents > 0),
  notice_key text,
  notices integer not null default 0,
  noticed_at timestamptz,
  -- Sends that the bank answered, and those that never got to it.
  tries integer not null default 0 check (tries between 0 and 2),
  misfires integer not null default 0,
  made_at timestamptz not null,
  -- Null when nothing is left to do, or while the engine has it.
  next_step_at timestamptz,
  lease_until timestamptz,
  epoch bigint not null default 0,
  check ((agreement_id is null) = (bill_id is null)),
  check ((agreement_id is null) <> (schedule_id is null)),
  check ((schedule_id is null) = (asked_cents is null)),
  check ((replaces is null) = (chain_id is null)),
  check (state not in ('NOTIFIED', 'SENT', 'PAID', 'DECLINED') or (noticed_at is not null and noticed_cents is not null)),
  check ((state in ('PLANNED', 'NOTIFIED', 'DECLINED')) = (next_step_at is not null)),
  check ((state in ('FAILED', 'SKIPPED')) = (reason is not null))
);
create unique index planned_charge_bill on planned_charge (account_id, bill_id) where bill_id is not null;
create unique index planned_charge_schedule on planned_charge (schedule_id, account_id) where schedule_id is not null;
-- A bill and what it was issued again as are charged once, and two bills of one agreement never at the same time.
create unique index planned_charge_one_of_chain on planned_charge (coalesce(chain_id, id)) where state in ('SENT', 'PAID');
create unique index planned_charge_one_sent on planned_charge (agreement_id) where state = 'SENT';
create index planned_charge_due on planned_charge (next_step_at, id) where next_step_at is not null;
create index planned_charge_agreement on planned_charge (agreement_id, id) where agreement_id is not null;

-- Every move of agreements, schedules and planned charges, in order.
create table autopay_event (
  id bigint generated always as identity primary key,
  agreement_id bigint references autopay_agreement,
  planned_charge_id bigint references planned_charge,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  detail jsonb not null check (detail::text !~ '[0-9]{13}')
);
create index autopay_event_agreement on autopay_event (agreement_id, id) where agreement_id is not null;
create index autopay_event_charge on autopay_event (planned_charge_id, id) where planned_charge_id is not null;
create trigger append_only before update or delete on autopay_event for each row execute function append_only();

-- How many charges left in an hour: people who pay by hand come first at the gateway.
create table autopay_hour (
  hour timestamptz primary key,
  sent integer not null
);

-- A checkout that nobody made in a session was made for a planned charge.
alter table checkout
  alter column session_id drop not null,
  add column planned_charge_id bigint references planned_charge,
  add constraint checkout_has_payer check ((session_id is null) = (planned_charge_id is not null)) not valid;
create index checkout_planned_charge on checkout (planned_charge_id, id) where planned_charge_id is not null;

-- Stops and resumes the run (System Maintenance).
alter table maintenance_switch
  drop constraint maintenance_switch_name_check,
  add constraint maintenance_switch_name_check check (name in ('login', 'payNow', 'autoPay'));
insert into maintenance_switch (id, name) values (3, 'autoPay');
