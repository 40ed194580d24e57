-- What customers are told when they have asked for it (docs/notifications.md).

-- A customer's consent to one kind of message by one channel, about one account.
create table notification_choice (
  web_user_id bigint not null references web_user on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  kind text not null,
  channel text not null check (channel in ('email', 'text')),
  -- The version of the words that were shown.
  words text not null,
  chosen_at timestamptz not null,
  chosen_from text not null,
  primary key (web_user_id, account_id, kind, channel)
);
create index notification_choice_account on notification_choice (account_id, web_user_id);

-- An address that a customer has shown to be theirs, or was asked to.
create table proven_address (
  web_user_id bigint not null references web_user on delete cascade,
  channel text not null check (channel in ('email', 'text')),
  address text not null,
  -- Of the secret that was sent there; null once it was used.
  secret_sha256 bytea,
  secret_until timestamptz,
  wrong_tries integer not null default 0,
  proven_at timestamptz,
  primary key (web_user_id, channel, address)
);

-- An address that gets nothing more, whoever shares it.
create table stopped_address (
  channel text not null check (channel in ('email', 'text')),
  address text not null,
  why text not null check (why in ('stop', 'bounced', 'complained', 'undelivered')),
  since timestamptz not null,
  primary key (channel, address)
);

-- One look at the accounts: after an import, and on each day.
create table notification_scan (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  day date not null,
  after_account text not null default '',
  begun_at timestamptz not null,
  done_at timestamptz,
  lease_until timestamptz,
  epoch bigint not null default 0,
  unique (import_id, day)
);
create index notification_scan_open on notification_scan (id) where done_at is null;

-- What a scan found of a kind. Far more than usual waits for a person.
create table notification_run (
  scan_id bigint not null references notification_scan,
  kind text not null,
  found integer not null default 0,
  state text not null check (state in ('FINDING', 'WAITING', 'OPEN', 'DROPPED', 'DONE')),
  release_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  primary key (scan_id, kind),
  check (state <> 'OPEN' or release_at is not null)
);
create index notification_run_open on notification_run (scan_id) where state in ('FINDING', 'WAITING', 'OPEN', 'DROPPED');
create index notification_run_done on notification_run (kind, scan_id) where state = 'DONE';

-- One message to one person. The key makes it one, however often its cause is imported.
create table notification (
  id bigint generated always as identity primary key,
  kind text not null,
  web_user_id bigint not null references web_user on delete cascade,
  account_id text not null,
  -- The billing system's or the portal's name of what it is about, never an import's.
  cause text not null,
  channel text not null check (channel in ('email', 'text')),
  scan_id bigint,
  -- What the message says, in cents and calendar dates.
  facts jsonb not null check (facts::text !~ '[0-9]{13}'),
  state text not null check (state in
    ('HELD', 'READY', 'HANDING_OVER', 'ACCEPTED', 'DELIVERED', 'UNDELIVERED', 'REFUSED', 'UNKNOWN', 'DROPPED')),
  -- Why it was dropped or refused.
  reason scrubbed_text,
  -- Where it went.
  address text,
  found_at timestamptz not null,
  due_at timestamptz,
  expires_at timestamptz not null,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch bigint not null default 0,
  settled_at timestamptz,
  unique (kind, web_user_id, account_id, cause, channel),
  check ((state = 'READY') = (due_at is not null))
);
create index notification_due on notification (channel, due_at, id) where due_at is not null;
create index notification_handing_over on notification (lease_until) where state = 'HANDING_OVER';
create index notification_lost on notification (settled_at) where state = 'UNKNOWN' and channel = 'text';
create index notification_number on notification (address, id) where channel = 'text';
create index notification_held on notification (scan_id, kind, id) where state = 'HELD';
create index notification_of_user on notification (web_user_id, id);
create index notification_found_at on notification (found_at);

-- When the next message may leave by a channel: a pace that all processes share.
create table notification_pace (
  channel text primary key,
  free_at timestamptz not null
);

alter table maintenance_switch
  drop constraint maintenance_switch_name_check,
  add constraint maintenance_switch_name_check check (name in ('login', 'payNow', 'autoPay', 'notifications'));
insert into maintenance_switch (id, name) values (4, 'notifications');
