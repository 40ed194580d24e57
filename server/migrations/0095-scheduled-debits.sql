-- What a customer authorized by scheduling a payment from a bank account: which words, when, from where and with which browser.
-- Each debit keeps a copy (debit_authorization). Null for a card.
alter table payment_schedule
  add column words_sha256 text references autopay_words(sha256),
  add column accepted_at timestamptz,
  add column accepted_from text,
  add column browser scrubbed_text;
