-- Letters wait here from the transaction that caused them until a mail server has taken them (design §5: an outbox row
-- without delivered_at is not delivered).
create table letter (
  id bigint generated always as identity primary key,
  -- What kind of letter, such as payment-confirmation; for reports and metrics.
  kind text not null,
  -- The same cause queues the same letter once.
  dedupe_key text not null unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  queued_at timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  lease_until timestamptz,
  -- Rises with every lease: a worker that lost its lease cannot record its result.
  epoch integer not null default 0,
  delivered_at timestamptz,
  refused_at timestamptz,
  last_error text
);
create index letter_due on letter (next_try_at) where delivered_at is null and refused_at is null;
