-- What is wrong with imports, exports, emails, gateway and backups (docs/operations.md, System status).

-- On which day each kind of trouble was last emailed: once a day, whichever process notices it.
create table told_trouble (
  trouble text primary key,
  told_on date not null
);

-- The end of the last backup, as `portal backup-done` told it.
create table backup_report (
  is_only boolean primary key default true check (is_only),
  ended_at timestamptz not null
);

-- Not delivered by the gateway: we asked for it.
alter table gateway_event add column was_listed boolean not null default false;

-- What was exported and is in no extract yet, the oldest file first.
create index portal_payment_not_loaded on cis.portal_payment (export_id)
  where contained_in_import is null and export_id is not null;
create index payment_cancellation_not_loaded on cis.payment_cancellation (export_id)
  where contained_in_import is null and export_id is not null;
create index contact_change_not_loaded on cis.contact_change (export_id)
  where contained_in_import is null and export_id is not null;
