-- Payments of an amount are found, counted and summed in the index alone (docs/operations.md). Those of one amount stand by
-- their time; the version before, which sorts them by their key, sorts each amount again.
drop index charge_attempt_by_amount;
create index charge_attempt_by_amount on charge_attempt (amount_cents desc, sent_at desc, id desc)
  include (mode, brand, state);
