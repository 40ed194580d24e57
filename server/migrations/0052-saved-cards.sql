-- Cards that customers save, and what a gateway keeps of them (docs/payments.md). No number and no security code.

-- Whom the gateway takes for the owner of a customer's cards. Kept when the registration ends, because charges refer to its cards.
create table gateway_customer (
  id bigint generated always as identity primary key,
  web_user_id bigint references web_user on delete set null,
  gateway text not null,
  -- In live or in test mode: cards of one mode mean nothing in the other.
  is_live boolean not null,
  customer text not null,
  made_at timestamptz not null,
  unique (gateway, customer)
);
create unique index gateway_customer_of on gateway_customer (web_user_id, gateway, is_live);

-- A card stays when it is removed (`removed_at`), and is never charged again. When the same card is typed again, its row
-- takes the newer `method`, so that what refers to the row goes on.
create table saved_card (
  id bigint generated always as identity primary key,
  gateway_customer_id bigint not null references gateway_customer,
  -- The gateway's names for the card and for what saved it: a setup, or a charge.
  method text not null unique,
  setup text not null,
  brand text not null check (brand in ('Visa', 'Mastercard', 'Discover')),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- The last month in which it is good.
  expires text not null check (expires ~ '^[0-9]{4}-[0-9]{2}$'),
  funding text not null check (funding in ('credit', 'debit', 'prepaid', 'unknown')),
  wallet text,
  -- Of the number: the same for the same card.
  fingerprint text not null,
  card_holder scrubbed_text not null,
  name scrubbed_text not null default '',
  is_default boolean not null default false,
  added_at timestamptz not null,
  added_by text not null,
  changed_by_bank_at timestamptz,
  removed_at timestamptz,
  removed_by text,
  -- When to ask the gateway for its present digits and expiry: its bank may have changed them.
  next_read_at timestamptz,
  check ((removed_at is null) = (removed_by is null)),
  check (removed_at is null or not is_default)
);
create unique index saved_card_same on saved_card (gateway_customer_id, fingerprint) where removed_at is null;
create unique index saved_card_default on saved_card (gateway_customer_id) where is_default;
create index saved_card_to_read on saved_card (next_read_at) where next_read_at is not null;

-- A card on its way to be saved: by a setup that charges nothing, or by a payment. Work goes on with it when its page is gone.
create table card_saving (
  id bigint generated always as identity primary key,
  gateway_customer_id bigint not null references gateway_customer,
  -- The gateway's setup, recorded before it is confirmed; null for a payment, and until the setup is made.
  setup text unique,
  attempt_id bigint unique references charge_attempt,
  name scrubbed_text not null default '',
  saved_by text not null,
  begun_at timestamptz not null,
  -- Null once it has ended.
  next_try_at timestamptz,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch bigint not null default 0,
  ended_at timestamptz,
  -- Null when no card came of it.
  saved_card_id bigint references saved_card,
  check ((next_try_at is null) = (ended_at is not null)),
  check (setup is null or attempt_id is null)
);
create index card_saving_due on card_saving (next_try_at) where next_try_at is not null;
create index card_saving_ended on card_saving (ended_at) where ended_at is not null;

-- Cards to detach at the gateway, after which nobody can charge them: removed ones, and those replaced by a newer method.
create table card_detachment (
  method text primary key,
  gateway_customer_id bigint not null references gateway_customer,
  asked_at timestamptz not null,
  -- Null once it is detached.
  next_try_at timestamptz,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch bigint not null default 0,
  last_error scrubbed_text,
  detached_at timestamptz,
  check ((next_try_at is null) = (detached_at is not null))
);
create index card_detachment_ended on card_detachment (detached_at) where detached_at is not null;
create index card_detachment_due on card_detachment (next_try_at) where next_try_at is not null;

-- Whoever ends a registration (docs/operations.md) leaves no card behind that could be charged.
create function remove_cards_of_web_user() returns trigger language plpgsql as $$
begin
  with removed as (
    update saved_card set removed_at = now(), removed_by = '', is_default = false
    from gateway_customer owner
    where owner.id = saved_card.gateway_customer_id and owner.web_user_id = old.id and removed_at is null
    returning saved_card.method, saved_card.gateway_customer_id)
  insert into card_detachment (method, gateway_customer_id, asked_at, next_try_at)
  select method, gateway_customer_id, now(), now() from removed;
  return old;
end $$;
create trigger web_user_cards before delete on web_user for each row execute function remove_cards_of_web_user();

-- Which saved card was charged, and all that the bank said of a decline, for whoever may try again (docs/payments.md).
alter table charge_attempt
  add column saved_card_id bigint references saved_card,
  add column decline_code scrubbed_text,
  add column advice_code scrubbed_text,
  add column network_decline_code scrubbed_text,
  add column network_advice_code scrubbed_text,
  add column network_transaction_id scrubbed_text;
create index charge_attempt_saved_card on charge_attempt (saved_card_id) where saved_card_id is not null;
