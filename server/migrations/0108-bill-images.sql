-- Images of bills, from the zips of billing files (docs/billing-files.md). No import replaces them: a zip has only the newest ones.
create table bill_image (
  bill_id text primary key,
  -- What a later import compares.
  sha256 bytea not null,
  pdf bytea not null,
  -- Since when no bill of the data has this number.
  missing_since timestamptz
);
-- A PDF is compressed already.
alter table bill_image alter column pdf set storage external;
create index bill_image_missing_since on bill_image (missing_since) where missing_since is not null;
