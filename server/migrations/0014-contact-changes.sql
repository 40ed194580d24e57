-- How customers are reached: what they change in the portal, on its way into the billing system.

-- Bills of customers without paper have no address source, or the code N/A (C§4 'N/A or empty means ONLINE').
alter table cis.account_person
  alter column bill_address_source drop not null,
  drop constraint account_person_bill_address_source_check,
  add constraint account_person_bill_address_source_check
    check (bill_address_source in ('PER', 'PREM', 'ACOV', 'N/A'));

-- Part two of the billing ledger (migration 0003): no import replaces these.

-- One row per file made by `portal export-contacts`.
create table cis.contact_export (
  id bigint generated always as identity primary key,
  -- The billing system takes each one once.
  transmit_id text generated always as ('CONTACT-' || lpad(id::text, 10, '0')) stored unique,
  created_at timestamptz not null,
  change_count bigint not null check (change_count > 0),
  -- When its file was first completely on disk; null: the process died before, and the next export writes it.
  written_at timestamptz
);

-- Changes made in the portal. How a person is reached is what was imported with the changes laid over it that no imported
-- extract contains yet, the oldest first (docs/extract-format.md).
create table cis.contact_change (
  -- Whoever makes a change how often, it is made once.
  change_key uuid primary key,
  -- Tells the billing system and its extract which change this is, and their order.
  change_number bigint generated always as identity unique,
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  changed_at timestamptz not null,
  -- The date of changed_at in the utility's time zone.
  change_date date not null,
  -- A StoredContactChange (database/tables/billing.ts).
  detail json not null,
  export_id bigint references cis.contact_export,
  -- The import whose extract contained it.
  contained_in_import bigint references cis.import_run
);
-- What is still laid over a person.
create index contact_change_open on cis.contact_change (person_id, change_number) where contained_in_import is null;
create index contact_change_to_export on cis.contact_change (change_number)
  where export_id is null and contained_in_import is null;
create index contact_change_export on cis.contact_change (export_id, change_number);
