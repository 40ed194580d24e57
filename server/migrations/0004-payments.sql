-- The payment engine (design §5, docs/payments.md). Money is whole cents. Nothing here can hold a card number or a
-- security code: texts refuse thirteen digits in a row, however they are spaced.

create domain scrubbed_text as text
  check (translate(value, ' -', '') !~ '[0-9]{13}');

-- One payment by one card for one or many accounts: the "overall payment" of the specification (A§3).
create table checkout (
  id bigint generated always as identity primary key,
  public_id uuid not null unique,
  -- The session it belongs to, kept when that session is swept away.
  session_id bigint not null,
  idempotency_key uuid not null,
  -- SHA-256 of what was asked, without the card number: the same key with other content is refused.
  content_hash text not null,
  mode text not null check (mode in ('Online', 'Phoned-In')),
  source_code text not null check (source_code in ('CCV', 'CCM', 'CCD')),
  amount_cents bigint not null check (amount_cents between 100 and 9999999),
  account_count integer not null check (account_count > 0),
  confirmation_email scrubbed_text,
  state text not null check (state in ('CHARGING', 'PAID', 'DECLINED', 'NOT_CHARGED', 'UNDECIDED', 'REVERSED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (session_id, idempotency_key)
);
create index checkout_created on checkout (created_at desc, id desc);

-- One account of a checkout: the "individual payment" (A§3).
create table checkout_item (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  ordinal integer not null check (ordinal > 0),
  amount_cents bigint not null check (amount_cents > 0),
  service_location text not null,
  -- saved, then PAID or DECLINED (A§4).
  status text not null default 'saved' check (status in ('saved', 'PAID', 'DECLINED')),
  unique (checkout_id, account_id),
  unique (checkout_id, ordinal)
);
create index checkout_item_account on checkout_item (account_id, id desc);

-- One try at charging a card. Its row is committed before the one request to the gateway leaves.
create table charge_attempt (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout,
  -- Ours, unique for ever; the gateway's search finds the charge by it.
  reference text not null unique check (reference ~ '^G[0-9A-HJKMNP-TV-Z]{16}$'),
  amount_cents bigint not null,
  brand text not null check (brand in ('Visa', 'Mastercard', 'Discover')),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  card_holder scrubbed_text not null,
  state text not null check (state in
    ('INTENT', 'CHARGED', 'DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'ESCALATED', 'REVERSED')),
  sent_at timestamptz not null,
  decided_at timestamptz,
  -- Look-ups at the gateway while the outcome is unknown: how many were made, how many proved an absence, which comes next.
  looks integer not null default 0,
  misses integer not null default 0,
  next_look_at timestamptz,
  lease_until timestamptz,
  -- Rises with every lease and every decision: whoever holds an older one cannot write.
  epoch integer not null default 0,
  -- The gateway's answer, copied field by field.
  transaction_tag text check (transaction_tag ~ '^[0-9]{1,10}$'),
  authorization_number scrubbed_text,
  sequence_number scrubbed_text,
  exact_code scrubbed_text,
  exact_message scrubbed_text,
  bank_code scrubbed_text,
  bank_message scrubbed_text,
  avs scrubbed_text,
  cvv2 scrubbed_text,
  gateway_record scrubbed_text,
  unique (transaction_tag)
);
-- A checkout never has two attempts that charged or may have charged.
create unique index charge_attempt_one_live on charge_attempt (checkout_id)
  where state in ('INTENT', 'UNKNOWN', 'ESCALATED', 'CHARGED');
create index charge_attempt_checkout on charge_attempt (checkout_id);
create index charge_attempt_due on charge_attempt (next_look_at) where state in ('INTENT', 'UNKNOWN', 'ESCALATED');

-- While a payment of an account is undecided the account is held: nobody can start another one (design R19).
create table account_hold (
  account_id text primary key,
  attempt_id bigint not null references charge_attempt,
  held_at timestamptz not null
);
create index account_hold_attempt on account_hold (attempt_id);

-- What has to be recorded in the billing system for a charged checkout: one row per account.
create table posting (
  item_id bigint primary key references checkout_item,
  checkout_id bigint not null references checkout,
  receipt_number text not null unique check (receipt_number ~ '^W-[0-9]{1,10}(-[0-9]{1,4})?$'),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('PENDING', 'POSTING', 'POSTED', 'REJECTED')),
  next_try_at timestamptz not null,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch integer not null default 0,
  billing_reference text,
  posted_at timestamptz,
  last_error scrubbed_text
);
create index posting_due on posting (next_try_at) where state in ('PENDING', 'POSTING');
create index posting_checkout on posting (checkout_id);

-- A posting exists only for a charge that happened, for exactly the item's amount.
create function posting_needs_charge() returns trigger language plpgsql as $$
begin
  if not exists (
    select from checkout_item item
    join charge_attempt attempt on attempt.checkout_id = item.checkout_id and attempt.state = 'CHARGED'
    where item.id = new.item_id and item.amount_cents = new.amount_cents and item.checkout_id = new.checkout_id
  ) then
    raise exception 'a posting needs a charged attempt and the amount of its item';
  end if;
  return new;
end $$;
create trigger posting_needs_charge before insert on posting for each row execute function posting_needs_charge();

-- Double entry in cents: the entries of one checkout always add up to zero. Append-only.
create table ledger_entry (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout,
  item_id bigint references checkout_item,
  -- card: owed to us by the gateway; unposted: owed to the billing system; posted: recorded there.
  book text not null check (book in ('card', 'unposted', 'posted')),
  amount_cents bigint not null check (amount_cents <> 0),
  entered_at timestamptz not null
);
create index ledger_entry_checkout on ledger_entry (checkout_id);

-- Every move of every state, in order per checkout, with the partners' answers (scrubbed): the transaction log of A§3.
create table payment_event (
  checkout_id bigint not null references checkout,
  sequence integer not null,
  at timestamptz not null,
  subject text not null check (subject in ('checkout', 'attempt', 'posting', 'letter')),
  subject_id bigint not null,
  from_state text,
  to_state text,
  detail jsonb not null check (detail::text !~ '[0-9]{13}'),
  primary key (checkout_id, sequence)
);

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete on payment_event for each row execute function append_only();
create trigger append_only before update or delete on ledger_entry for each row execute function append_only();
