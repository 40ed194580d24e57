-- Bills by email instead of paper (docs/notifications.md).

-- BILL_RTE_TYPE_CD of CI_ACCT_PER: how a person gets an account's bills. Null: the extract does not say.
alter table cis.account_person add column bill_route text check (bill_route in ('POSTAL', 'EMAIL'));

-- A customer's agreement to get no paper bills of one account. Turned off by its customer, it is deleted.
create table paperless_choice (
  id bigint generated always as identity unique,
  web_user_id bigint not null references web_user on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  -- The version of the words that were shown.
  words text not null,
  agreed_at timestamptz not null,
  agreed_from text not null,
  -- When the billing system was told; null while the address is not confirmed.
  started_at timestamptz,
  -- The day of the extract that first had it, after the last change.
  confirmed_on date,
  -- Since when bills go by mail again, and why: the utility's records said so, or emails did not arrive.
  ended_on date,
  ended_why text check (ended_why in ('records', 'emails')),
  -- As last seen, in lower case; null: none on file.
  address text,
  -- Why its emails do not arrive, and since when.
  trouble text check (trouble in ('stopped', 'unproven', 'none')),
  trouble_since timestamptz,
  -- The import it was last compared with.
  compared_import bigint not null default 0,
  primary key (web_user_id, account_id),
  check ((ended_on is null) = (ended_why is null)),
  check ((trouble is null) = (trouble_since is null)),
  check (trouble is null or ended_on is null)
);
create index paperless_to_compare on paperless_choice (compared_import, id) where started_at is not null and ended_on is null;
create index paperless_address on paperless_choice (address) where started_at is not null and ended_on is null;
create index paperless_trouble on paperless_choice (id) where trouble is not null;

-- What a person has asked for and the billing system has not taken yet, refused changes included.
create index contact_outbox_of_person on contact_outbox (person_id, id);
