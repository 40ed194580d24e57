-- What a payer was shown as owed, and what a repeat said (decision 021, docs/payments.md).

-- The balance of the account that this session was last shown, in cents, below zero for a credit. Null: none yet.
alter table session_account add column shown_due_cents bigint;

-- The turns of the requests for a payment, by its key: those that were under way together share one. A payment that
-- begins takes it, and so does a refusal, so that no other request of that turn can begin any more.
create table checkout_turn (
  session_id bigint not null,
  idempotency_key uuid not null,
  nth integer not null,
  taken_at timestamptz not null,
  primary key (session_id, idempotency_key, nth)
);
create index checkout_turn_taken on checkout_turn (taken_at);

-- SHA-256 of what the last step said besides the secrets, to tell a repeat from a changed one; null until it has made
-- a customer.
alter table enrolment add column said_sha256 bytea;
