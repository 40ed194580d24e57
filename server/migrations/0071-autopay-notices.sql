-- What the newest notice that left said about a charge: a later one names what it replaces (docs/payments.md).
alter table planned_charge
  add column told_cents bigint check (told_cents > 0),
  add column told_on date;

update planned_charge set told_cents = noticed_cents, told_on = charge_on where state = 'NOTIFIED';
