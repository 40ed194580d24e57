-- Refunds of payments that stand, and charges that turn up after the payer was told that nothing was charged
-- (docs/payments.md). Money is whole cents.

-- What a charge is given back for: it decides what the payer reads.
alter table reversal add column cause text;
update reversal set cause = case when reason = 'paid otherwise meanwhile' then 'paidOtherwise' else 'secondCharge' end;
alter table reversal alter column cause set not null;
alter table reversal add constraint reversal_cause_check check (cause in
  ('paidOtherwise', 'secondCharge', 'lateCharge', 'refund'));

-- A payment that was given back is cancelled in the billing system: CANCEL_DUE, then under a lease CANCELLING.
alter table posting drop constraint posting_state_check;
alter table posting add constraint posting_state_check check (state in
  ('PENDING', 'POSTING', 'POSTED', 'REJECTED', 'CANCEL_DUE', 'CANCELLING', 'CANCELLED', 'CANCEL_REJECTED'));
alter table posting add column cancelled_at timestamptz;
create index posting_to_cancel on posting (next_try_at) where state in ('CANCEL_DUE', 'CANCELLING');

-- Looks at the gateway that go on for a while after the payer was told that nothing was charged: a process that stood
-- still inside its request may wake up and send it.
drop index charge_attempt_due;
create index charge_attempt_due on charge_attempt (next_look_at) where next_look_at is not null;

-- Notes of clients are swept by their age.
create index payment_client_note_age on payment_client_note (noted_at);

-- Payments of the portal that were cancelled again (CI_PAY_CAN): the money went back to the payer, and the account owes it.
-- An imported extract contains a cancellation when it has a transaction PX with the receipt.
create table cis.payment_cancellation (
  receipt_number text primary key references cis.portal_payment,
  cancellation_number bigint generated always as identity unique,
  -- Those of the payment: all of it is cancelled.
  account_id text not null,
  amount_cents bigint not null,
  cancelled_at timestamptz not null,
  -- The date of cancelled_at in the utility's time zone.
  cancel_date date not null,
  reason scrubbed_text not null,
  export_id bigint references cis.payment_export,
  contained_in_import bigint references cis.import_run
);
create index payment_cancellation_account on cis.payment_cancellation (account_id, cancel_date desc);
create index payment_cancellation_to_export on cis.payment_cancellation (cancellation_number)
  where export_id is null and contained_in_import is null;
create index payment_cancellation_export on cis.payment_cancellation (export_id, cancellation_number);

-- A payment file may carry cancellations, and nothing else.
alter table cis.payment_export drop constraint payment_export_payment_count_check;
alter table cis.payment_export add column cancellation_count bigint not null default 0;
alter table cis.payment_export add column cancelled_cents bigint not null default 0;
alter table cis.payment_export add constraint payment_export_not_empty check (payment_count + cancellation_count > 0);
