-- Where nobody can read out a gateway's tag, its receipts are made of a short number of ours (R1). A payment has it from its
-- intent on, so that nothing is charged before it is certain that no other one has it. Earlier payments keep their receipts.
alter table charge_attempt
  add column short_number text,
  add constraint charge_attempt_short_number_form check (short_number ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}$') not valid;
create unique index charge_attempt_short_number on charge_attempt (short_number) where short_number is not null;
