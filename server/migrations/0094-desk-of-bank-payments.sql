-- What staff read of payments from bank accounts (docs/payments.md).

-- By method, newest first, as in reports; also the return rates.
create index charge_attempt_from_bank on charge_attempt (sent_at desc, id desc)
  include (mode, state, amount_cents, made_by, return_reason, return_code) where brand is null;
-- Returned payments wait for a person to mark them as resolved.
alter table charge_attempt add column return_seen_at timestamptz;
create index charge_attempt_returned on charge_attempt (checkout_id) where state = 'RETURNED' and return_seen_at is null;

-- Charges of the day that a bank had not answered when it was compared: until there are none, it is compared again.
alter table reconciliation_run add column pending_count integer not null default 0;

-- A bank took back what it had not paid, or had paid before.
alter table payout_item
  drop constraint payout_item_kind_check,
  add constraint payout_item_kind_check check (kind in ('charge', 'refund', 'dispute', 'fee', 'other', 'return')) not valid;
alter table payout add column return_cents bigint not null default 0;

-- The tender type of bank accounts is the profile's.
alter table cis.portal_payment
  drop constraint portal_payment_source_code_check,
  add constraint portal_payment_source_code_check check (source_code ~ '^[A-Z0-9]{1,8}$') not valid;
