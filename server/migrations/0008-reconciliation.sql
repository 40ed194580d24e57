-- Reconciliation (docs/payments.md): the gateway's list of a day, our records and the billing system's payments are
-- compared, and what differs is kept for people. Nothing here repairs anything. Money is whole cents.

-- One comparison of one day in the utility's time zone.
create table reconciliation_run (
  id bigint generated always as identity primary key,
  day date not null,
  -- A day has one daily run, which is tried until it is finished, and any number by hand.
  cause text not null check (cause in ('daily', 'by hand')),
  -- due: not begun. unavailable: a partner could not be asked, which says nothing about the books.
  outcome text not null check (outcome in ('due', 'running', 'agreed', 'differs', 'unavailable')),
  -- Why it is unavailable.
  reason scrubbed_text,
  -- Of the newest try.
  started_at timestamptz,
  finished_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  lease_until timestamptz,
  -- Rises with every lease: whoever holds an older one cannot finish the run.
  epoch integer not null default 0,
  -- The three books of the day; null until the run is finished. Gateway and portal count charges, the billing system
  -- payments to accounts.
  gateway_count bigint,
  gateway_cents bigint,
  gateway_returned_cents bigint,
  portal_count bigint,
  portal_cents bigint,
  portal_returned_cents bigint,
  billing_count bigint,
  billing_cents bigint,
  discrepancy_count bigint
);
create unique index reconciliation_run_daily on reconciliation_run (day) where cause = 'daily';
create index reconciliation_run_day on reconciliation_run (day, started_at);
create index reconciliation_run_due on reconciliation_run (next_try_at)
  where cause = 'daily' and outcome in ('due', 'running', 'unavailable');

-- One thing that books do not agree about. It stays until a person has settled it. A run that finds an open one again
-- refreshes its row; it is still there as long as no later finished run of its day has failed to find it.
create table discrepancy (
  id bigint generated always as identity primary key,
  -- The run and the day that found it last.
  run_id bigint not null references reconciliation_run,
  day date not null,
  -- One of server/src/features/reconciliation/kinds.ts.
  kind text not null,
  -- What it is about: the receipt, our reference, or the gateway's tag when it is neither.
  subject text not null,
  reference scrubbed_text,
  receipt_number text check (receipt_number ~ '^W-[0-9]{1,10}(-[0-9]{1,4})?$'),
  transaction_tag text check (transaction_tag ~ '^[0-9]{1,10}$'),
  -- What each book says; null when it says nothing.
  gateway_cents bigint,
  portal_cents bigint,
  billing_cents bigint,
  detail scrubbed_text not null,
  first_seen_at timestamptz not null,
  -- When the run that found it last began.
  last_seen_at timestamptz not null,
  -- By a person, with what proves it.
  settled_at timestamptz,
  settled_by text,
  evidence scrubbed_text
);
create unique index discrepancy_open on discrepancy (kind, subject) where settled_at is null;
create index discrepancy_run on discrepancy (run_id);

-- The day of a charge or reversal, and of a payment in the billing ledger in the order it is compared in.
create index charge_attempt_sent on charge_attempt (sent_at);
create index reversal_sent on reversal (sent_at);
create index portal_payment_day on cis.portal_payment (pay_date, receipt_number collate "C") include (account_id, amount_cents);
