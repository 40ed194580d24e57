-- Sessions (design R5): who a browser is, behind an HttpOnly cookie. Only the SHA-256 of the cookie's 256-bit token is
-- here, so that a copy of this table lets nobody in. Session ids are never used again; other tables keep them without
-- a foreign key, because an ended session is deleted while what it did stays.
create table session (
  id bigint generated always as identity primary key,
  token_sha256 bytea not null unique,
  kind text not null check (kind in ('guest', 'customer', 'admin')),
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  -- The earlier of the idle end, which moves with last_seen_at, and the longest life of a session.
  expires_at timestamptz not null
);
create index session_expiry on session (expires_at);

-- Accounts a guest session may pay: each was found by its number and billing zip code (C§2.6).
create table session_account (
  session_id bigint not null references session on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  opened_at timestamptz not null,
  primary key (session_id, account_id)
);

-- Solved human-verification challenges that have been used (C§2.6); kept until they would have expired anyway.
create table spent_human_check (
  id text primary key,
  expires_at timestamptz not null
);
create index spent_human_check_expiry on spent_human_check (expires_at);

-- Tries counted against the limits of foundation/rate-limits; the columns are those of rate-limiter-flexible.
create table rate_limit (
  -- limit:target
  key varchar(255) primary key,
  points integer not null default 0,
  -- When counting starts anew, in milliseconds since 1970.
  expire bigint
);
create index rate_limit_expiry on rate_limit (expire);
