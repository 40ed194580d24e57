-- Payments from bank accounts that come back (docs/payments.md).
alter table charge_attempt
  -- The policy under which it was made: the profile's may be another one by the time the bank answers.
  add column credited text check (credited in ('submission', 'settlement')),
  -- Their numbers have as few as four digits, so no text beside them has as many.
  add constraint charge_attempt_no_bank_number check (bank_name is null
    or not (bank_name ~ '\d([ -]*\d){3}' or card_holder ~ '\d([ -]*\d){3}')) not valid;
update charge_attempt set credited = case
    when exists (select from posting where posting.checkout_id = charge_attempt.checkout_id) then 'submission'
    else 'settlement' end
  where bank_name is not null;
create index charge_attempt_bank_account on charge_attempt (bank_fingerprint, sent_at desc)
  where bank_fingerprint is not null;

-- Returned by the bank after it was paid, which the gateway tells as a dispute.
alter table dispute add column is_return boolean not null default false;

-- An account may pay from bank accounts again, whatever was returned before.
create table bank_block_lift (
  id bigint generated always as identity primary key,
  account_id text not null,
  lifted_at timestamptz not null,
  lifted_by text not null,
  reason scrubbed_text not null
);
create index bank_block_lift_account on bank_block_lift (account_id, lifted_at desc);
