-- Accounts whose main customer is another one since an import: for staff, who may say that it is the same person.
create table cis.new_holder (
  id bigint generated always as identity primary key,
  import_id bigint not null references cis.import_run (id) on delete cascade,
  account_id text not null,
  old_person_id text not null,
  new_person_id text not null,
  old_name text not null,
  new_name text not null,
  -- By which column of a file, or `person` in an extract.
  found_by text not null check (found_by in ('id', 'since', 'family', 'person')),
  undone_at timestamptz,
  undone_by text,
  check ((undone_at is null) = (undone_by is null))
);
create index new_holder_run on cis.new_holder (import_id);
create index new_holder_undone on cis.new_holder (account_id) where undone_at is not null;
