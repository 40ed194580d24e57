-- Of billing files, what proves that an account is someone's (docs/security.md): digests with LINK_SECRET and the account
-- number in them, so equal secrets of two accounts differ. Null: none.
alter table cis.account
  add column pin_digest bytea,
  add column last_payment_digest bytea;
