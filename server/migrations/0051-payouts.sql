-- What a card gateway pays to the bank (docs/payments.md, Payouts). Money is whole cents.

-- One transfer, as reconciliation read it last. Only for days that have been reconciled.
create table payout (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- The gateway's.
  payout_id scrubbed_text not null,
  arrives_on date not null,
  status text not null check (status in ('pending', 'paid', 'failed', 'canceled', 'unknown')),
  -- Negative when the gateway took money from the bank.
  amount_cents bigint not null,
  -- Why it failed, in the gateway's words.
  failure scrubbed_text,
  -- Another day's run saw that it had changed: its own day is compared again.
  changed_at timestamptz,
  -- What is in it; null until the gateway says. What lowers the payout is negative, and so are fees.
  charge_count integer,
  charge_cents bigint,
  fee_cents bigint,
  refund_cents bigint,
  dispute_cents bigint,
  other_cents bigint,
  unique (gateway, payout_id),
  check (num_nulls(charge_count, charge_cents, fee_cents, refund_cents, dispute_cents, other_cents) in (0, 6))
);
create index payout_newest on payout (arrives_on desc, id desc);
create index payout_changed on payout (changed_at) where changed_at is not null;
