-- Sign-up under way, and contact changes on their way to the billing system (C§2.3, C§7 update-user-details).

-- One enrolment of one account in one guest session, from the account number to the success view (C§4).
create table enrolment (
  -- Stands for the person towards the browser: random, tells nothing, good for this session alone.
  handle uuid primary key,
  session_id bigint not null references session on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  -- The account's main customer.
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the billing zip code was proven; null: name and address are told masked only.
  proven_at timestamptz,
  -- The customer it has made, so that a repeated last step is answered like the first.
  web_user_id bigint references web_user on delete cascade,
  unique (session_id, account_id)
);
create index enrolment_expiry on enrolment (expires_at);
create index enrolment_web_user on enrolment (web_user_id) where web_user_id is not null;

-- Counts a customer's edits of their own details: of two made from the same state, the second is refused.
alter table web_user add column details_version bigint not null default 0;

-- Contact changes made in the portal that the billing system has not confirmed. A row commits with what caused it and goes
-- once the billing system has it; delivered at least once under the same key, a person's changes one after the other.
create table contact_outbox (
  id bigint generated always as identity primary key,
  -- What the billing system tells a repeat by.
  change_key uuid not null unique,
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  changed_at timestamptz not null,
  -- The date of changed_at in the utility's time zone.
  change_date date not null,
  -- A StoredContactChange (database/tables/billing.ts).
  detail json not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  -- Whoever holds the row until then; the epoch proves it.
  lease_until timestamptz,
  epoch integer not null default 0,
  -- The billing system understood and refused: a person has to look.
  refused_at timestamptz,
  last_error text
);
create index contact_outbox_person on contact_outbox (person_id, id) where refused_at is null;
create index contact_outbox_due on contact_outbox (next_try_at) where refused_at is null;
