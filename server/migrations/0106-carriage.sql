-- Files carried to and from the billing system (docs/billing-files.md).

-- So that none is fetched twice. One that was written again has another size or time.
create table cis.fetched_file (
  name text not null,
  bytes bigint not null,
  modified_at timestamptz not null,
  fetched_at timestamptz not null,
  primary key (name, bytes, modified_at)
);
create index fetched_file_old on cis.fetched_file (fetched_at);

alter table cis.payment_export
  -- The whole file lies beside its place, under another name. It may have its own name since.
  add column delivering_at timestamptz,
  add column delivered_at timestamptz,
  -- A person said that it is not loaded: then only a person says that it is.
  add column not_loaded_at timestamptz,
  drop constraint payment_export_loaded,
  -- Without a person: the billing system moved the file.
  add constraint payment_export_loaded check (
    (state = 'LOADED') = (loaded_at is not null) and (state = 'LOADED' or loaded_by is null));
create index payment_export_to_deliver on cis.payment_export (id) where state = 'WRITTEN';
create index payment_export_delivered on cis.payment_export (id) where state = 'DELIVERED';
