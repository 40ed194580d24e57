-- Customers of AutoPay are told its terms again each year, and when they have changed (docs/payments.md).
alter table autopay_agreement
  -- The version of the words that were last accepted or mailed.
  add column told_version text not null default '',
  -- When to mail them again.
  add column tell_at timestamptz not null default now() + interval '12 months';

update autopay_agreement set told_version = words.version, tell_at = accepted_at + interval '12 months'
from autopay_words words where words.sha256 = words_sha256;

create index autopay_agreement_to_tell on autopay_agreement (tell_at, id) where state = 'ACTIVE';
