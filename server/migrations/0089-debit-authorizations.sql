-- What the holder of a bank account accepted before it was debited: which words, when, from where and with which browser. Banks
-- may ask for it until two years after the debit; it is kept as long as the payment.
create table debit_authorization (
  attempt_id bigint primary key references charge_attempt(id),
  words_sha256 text not null references autopay_words(sha256),
  accepted_at timestamptz not null,
  accepted_from text not null,
  browser scrubbed_text not null
);
comment on table autopay_words is 'Words that customers and payers accepted, for AutoPay or for one debit of a bank account';
