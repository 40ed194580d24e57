-- Totals of what a username or the last four digits find are read from the index alone. PostgreSQL does so only when the
-- column under an expression is in the index as well (PostgreSQL's manual, Index-Only Scans).
drop index charge_attempt_by_payer;
create index charge_attempt_by_payer on charge_attempt (lower(paid_by) text_pattern_ops, sent_at desc, id desc)
  include (paid_by, mode, brand, state, amount_cents) where paid_by is not null;
drop index charge_attempt_by_last_four;
create index charge_attempt_by_last_four on charge_attempt (last_four, sent_at desc, id desc)
  include (mode, brand, state, amount_cents);
