-- Payment files in the layout of the profile (docs/payment-files.md).
alter table cis.payment_export
  -- As it was in the profile when the file was made; null: the form of docs/extract-format.md.
  add column layout jsonb,
  -- The day in the utility's time zone; null before this migration.
  add column made_on date,
  -- Where the file has payments of one day, of one method.
  add column pay_date date,
  add column method text,
  -- Of the file, which is never another one.
  add column sha256 text,
  add column state text not null default 'WRITTEN' check (state in ('WRITTEN', 'DELIVERED', 'LOADED')),
  add column loaded_at timestamptz,
  add column loaded_by text,
  add constraint payment_export_loaded check ((state = 'LOADED') = (loaded_at is not null and loaded_by is not null));

-- A payment that was refunded and is reversed by a person, because the layout takes nothing below zero.
alter table cis.payment_cancellation
  add column reversed_at timestamptz,
  add column reversed_by text,
  add constraint payment_cancellation_reversed check ((reversed_at is null) = (reversed_by is null));
-- Those neither in a file nor reversed by hand.
create index payment_cancellation_waiting on cis.payment_cancellation (cancellation_number) where export_id is null
    and contained_in_import is null and reversed_at is null;
drop index cis.payment_cancellation_to_export;
