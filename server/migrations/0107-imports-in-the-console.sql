-- Billing files that were given to an import, and what its dry run found (docs/billing-files.md, In the console).
create table cis.import_job (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  -- Null: portal import.
  created_by text,
  -- Of its files, under BILLING_FOLDER. An undo imports those of another job again.
  folder text not null,
  files text[] not null,
  -- The day of the data, where a person gave it.
  as_of date,
  state text not null
    check (state in ('CHECKING', 'CHECKED', 'REFUSED', 'FAILED', 'GOING_LIVE', 'LIVE', 'DROPPED')),
  -- So that files that end the process do not do so forever.
  tries int not null default 0,
  -- Of the files, read so far.
  percent int,
  -- Of what was checked: only that may go live.
  sha256 text,
  run_id text,
  -- Which data the totals were compared with.
  compared_with text,
  summary jsonb,
  reason text,
  decided_at timestamptz,
  decided_by text,
  import_id bigint references cis.import_run (id)
);
-- One at a time.
create unique index import_job_open on cis.import_job ((true)) where state in ('CHECKING', 'CHECKED', 'GOING_LIVE');
create index import_job_run on cis.import_job (import_id) where import_id is not null;

alter table cis.import_run add column started_by text;
