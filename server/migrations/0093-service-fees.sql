-- What a payer was charged on top of the bills (docs/payments.md): a part of the attempt's amount, not of the checkout's.
alter table charge_attempt
  add column fee_cents bigint not null default 0,
  add constraint charge_attempt_fee check (fee_cents >= 0 and fee_cents < amount_cents) not valid;
-- What fees brought, a few months at a time.
create index charge_attempt_fees on charge_attempt (sent_at) include (brand, state, fee_cents) where fee_cents > 0;

alter table ledger_entry
  drop constraint ledger_entry_book_check,
  add constraint ledger_entry_book_check
    check (book in ('card', 'unposted', 'posted', 'disputed', 'clearing', 'fee')) not valid;

-- With the charge that the notice named. Null: a notice from before there were fees.
alter table planned_charge add column noticed_fee_cents bigint check (noticed_fee_cents >= 0);
