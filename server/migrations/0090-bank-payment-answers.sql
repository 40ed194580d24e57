alter table charge_attempt
  -- Answers about the small deposits of a bank account, counted before the gateway compares them.
  add column deposit_tries smallint not null default 0,
  -- When the debit began: for an account that had to be verified, days after the payment.
  add column submitted_at timestamptz;
